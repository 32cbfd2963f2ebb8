// Shows the OpenAPI document with Scalar, and with the demo's key also its records. The API writes `given` above it.
import { isDark, startThemeButton } from '/guides/header.js';

const { settings, key } = given;

const content = await readDocument();

/** The operations that delete something stand last of their group. */
const deletes = ({ path, method }) =>
  Number(content.paths[path]?.[method.toLowerCase()]?.summary.startsWith('Delete ') ?? false);

const configuration = () => ({
  ...settings,
  content,
  operationsSorter: (one, other) => deletes(one) - deletes(other),
  forceDarkModeState: isDark() ? 'dark' : 'light',
  hideDarkModeToggle: true,
});
const reference = Scalar.createApiReference('#page', configuration());
startThemeButton(() => reference.updateConfiguration(configuration()));

async function readDocument() {
  const document = await (await fetch('/openapi.json')).json();
  if (key !== undefined) await fillIn(document, key);
  return document;
}

/** Puts the key and ids of the caller's own records into samples and path parameters: each can be sent as it stands. */
async function fillIn(document, apiKey) {
  const lists = new Map();
  const readFirst = (list) => {
    if (!lists.has(list)) lists.set(list, readOne(list, apiKey));
    return lists.get(list);
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => [path, operation]),
  );
  await Promise.all(
    operations.map(async ([path, operation]) => {
      const [parameter] = (operation.parameters ?? []).filter((one) => one.in === 'path');
      const list = path.slice(0, path.indexOf('/{'));
      const record = parameter && isReadable(document.paths[list]?.get) ? await readFirst(list) : undefined;
      const found = record?.[parameter.name] ?? record?.id;
      const replaced = found === undefined ? [] : [[String(parameter.example), String(found)]];
      for (const sample of operation['x-codeSamples'] ?? [])
        for (const [from, to] of [...replaced, ['$LINEWORK_API_KEY', apiKey]])
          sample.source = sample.source.replaceAll(from, to);
      if (found !== undefined) parameter.example = found;
    }),
  );
}

/** Whether a broker's key can read one record of a list without more parameters. */
function isReadable(list) {
  const parameters = list?.parameters ?? [];
  const isPaged = parameters.some(({ name }) => name === 'limit');
  return isPaged && list.security[0]?.ApiKey[0] !== 'operator' && !parameters.some(({ required }) => required);
}

/** The first record of a list; of the lines one that most operations are allowed for. */
async function readOne(list, apiKey) {
  const query = list === '/lines' ? '?limit=1&status=ACTIVE' : '?limit=1';
  const response = await fetch(list + query, { headers: { 'X-API-Key': apiKey } });
  return response.ok ? (await response.json()).items?.[0] : undefined;
}
