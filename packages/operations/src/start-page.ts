/** The page that links to the other pages of an operator. */
export const startPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Linework operations</title>
</head>
<body>
<h1>Linework operations</h1>
<ul>
<li><a href="/failed-orders">Failed orders</a> that need attention, by step and error</li>
<li><a href="/queues">Queues</a>: jobs that wait, run or are done</li>
<li><a href="/metrics">Metrics</a>, for Prometheus</li>
<li><a href="/health/ready">Health</a>: dependencies of this program</li>
</ul>
</body>
</html>
`;
