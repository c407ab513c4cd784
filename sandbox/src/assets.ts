import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Service } from './http.ts'

const PUBLIC = path.join(import.meta.dirname, '../public')
const FONTS = ['archivo', 'instrument-sans'].flatMap((font) =>
  ['latin', 'latin-ext'].map(
    (script) => [font, `${font}-${script}-standard-normal.woff2`] as const,
  ),
)
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves styles, scripts, fonts and pictures of all sandbox pages under /assets/, from memory: all are small. */
export async function serveAssets(): Promise<Service> {
  const files = new Map<string, Buffer>()
  for (const name of await readdir(PUBLIC)) {
    files.set(`/assets/${name}`, await readFile(path.join(PUBLIC, name)))
  }
  const require = createRequire(import.meta.url)
  for (const [font, name] of FONTS) {
    const file = require.resolve(`@fontsource-variable/${font}/files/${name}`)
    files.set(`/assets/${name}`, await readFile(file))
  }
  return (request, response, url) => {
    const file = request.method === 'GET' ? files.get(url.pathname) : undefined
    if (file === undefined) return false
    response.writeHead(200, {
      'content-type': TYPES[path.extname(url.pathname)] ?? 'application/octet-stream',
      'content-length': file.length,
      'cache-control': 'public, max-age=3600',
    })
    response.end(file)
    return true
  }
}
