/** The page that leads an operator on. */
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
<li><a href="/failed-orders">Failed orders</a> that need attention, by what stopped them</li>
<li><a href="/queues">Queues</a>: the rings on their way and what became of them</li>
<li><a href="/metrics">Metrics</a>, for Prometheus</li>
<li><a href="/health/ready">Health</a>: what this program leans on</li>
</ul>
</body>
</html>
`;
