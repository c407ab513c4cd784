import { escapeHtml } from '../../../http/shell/escape.ts'
import { ENTITIES, type Entity } from './export-entity-queries.ts'

export interface PageFile {
  /** Inside the archive. */
  path: string
  fileName: string
  bytes: number
}

interface ExportPage {
  counts: readonly [entity: Entity, count: number][]
  files: readonly PageFile[]
  at: Date
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The page that a person opens first: what is in the archive, and where. It needs nothing but the archive. */
export const exportPage = ({ counts, files, at }: ExportPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What you made on Plinth</title>
<style>
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; color: #26262f;
  font: 1rem/1.5 "Instrument Sans", "Helvetica Neue", Arial, sans-serif }
h1, h2 { line-height: 1.2 }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem 0; border-top: 1px solid #dddde4; text-align: left; overflow-wrap: anywhere }
td:last-child, th:last-child { text-align: right; white-space: nowrap }
a { color: #6d28d9 }
</style>
</head>
<body>
<h1>What you made on Plinth</h1>
<p>Packed on ${day.format(at)}. Each list is a JSON file that other programs can read. Your files are as you uploaded them, without location and device data.</p>
<h2>Lists</h2>
<table>
<tr><th scope="col">List</th><th scope="col">Entries</th></tr>
${counts.map(entityRow).join('\n')}
</table>
<h2>Files</h2>
${files.length === 0 ? '<p>You haven’t uploaded any files.</p>' : `<table>\n<tr><th scope="col">File</th><th scope="col">Size</th></tr>\n${files.map(fileRow).join('\n')}\n</table>`}
</body>
</html>
`

const entityRow = ([entity, count]: readonly [Entity, number]): string =>
  `<tr><td><a href="data/${entity}.json">${ENTITIES[entity]}</a></td><td>${count}</td></tr>`

const fileRow = ({ path, fileName, bytes }: PageFile): string =>
  `<tr><td><a href="${escapeHtml(encodeURI(path).replaceAll(/[#?]/g, encodeURIComponent))}">${escapeHtml(fileName)}</a></td><td>${sizeOf(bytes)}</td></tr>`

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`
