/** Ends a build: holds the sizes against their budgets and writes the compressed twins that are served. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const client = path.join(import.meta.dirname, 'dist/client')
const manifestFile = path.join(client, '.vite/manifest.json')

interface Chunk {
  file: string
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** KiB: scripts and styles after gzip, fonts as they are. */
const BUDGET = { landing: 112, home: 170, lazy: 40, dialog: 45, css: 14, fonts: 118 }
const HOME = ['src/members.tsx', 'src/screens/home.tsx']
/** What opens in a dialog and brings a form may weigh a little more than a screen. */
const WITH_FORM = /(upload|edit|hire|inquiry|quote)[^/]*\.tsx$/

interface Line {
  what: string
  kib: number
  limit: number
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Every chunk that is loaded with these, by static imports alone. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return seen
}

async function weigh(files: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const file of files) {
    bytes += (await gzipped(await readFile(path.join(client, file)), { level: 9 })).length
  }
  return bytes / 1024
}

async function measure(manifest: Manifest): Promise<Line[]> {
  const filesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const html = await readFile(path.join(client, 'index.html'), 'utf8')
  const entries = Object.keys(manifest).filter((key) =>
    html.includes(`src="/${manifest[key]?.file ?? ''}"`),
  )
  if (entries.length === 0) throw new Error('index.html loads none of the chunks')
  const first = closure(manifest, entries)
  const home = closure(manifest, [...entries, ...HOME])
  const lines: Line[] = [
    { what: 'landing, scripts', kib: await weigh(filesOf(first)), limit: BUDGET.landing },
    { what: 'home, scripts', kib: await weigh(filesOf(home)), limit: BUDGET.home },
  ]
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isDynamicEntry !== true || HOME.includes(key)) continue
    const added = [...closure(manifest, [key])].filter((other) => !home.has(other))
    const limit = WITH_FORM.test(key) ? BUDGET.dialog : BUDGET.lazy
    lines.push({ what: `${key}, beyond home`, kib: await weigh(filesOf(added)), limit })
  }
  lines.push(await heaviestStyles(manifest, home))
  lines.push({ what: 'fonts preloaded', kib: await preloadedFonts(html), limit: BUDGET.fonts })
  return lines
}

/** What a first load fetches of styles at most: those of home with the heaviest screen or dialog beside it. */
async function heaviestStyles(manifest: Manifest, home: ReadonlySet<string>): Promise<Line> {
  const later = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry === true)
  const weights = await Promise.all(
    later.map((key) => {
      const chunks = new Set([...home, ...closure(manifest, [key])])
      return weigh(new Set([...chunks].flatMap((one) => manifest[one]?.css ?? [])))
    }),
  )
  return { what: 'styles, heaviest first load', kib: Math.max(...weights), limit: BUDGET.css }
}

async function preloadedFonts(html: string): Promise<number> {
  const fonts = [...html.matchAll(/href="\/([^"]+\.woff2)"/g)].map((match) => match[1] ?? '')
  if (fonts.length === 0) throw new Error('index.html preloads no font')
  const sizes = await Promise.all(fonts.map((font) => readFile(path.join(client, font))))
  return sizes.reduce((sum, file) => sum + file.length, 0) / 1024
}

async function precompress(): Promise<void> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true })
  const texts = entries.filter(
    (entry) => entry.isFile() && /\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name),
  )
  for (const entry of texts) {
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file)
    const [gz, br] = await Promise.all([
      gzipped(content, { level: 9 }),
      brotlied(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    ])
    // Tiny files grow by it.
    if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
    if (br.length < content.length) await writeFile(`${file}.br`, br)
  }
}

const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
const lines = await measure(manifest)
await rm(path.dirname(manifestFile), { recursive: true })
await precompress()

const over = lines.filter(({ kib, limit }) => kib > limit)
const width = Math.max(...lines.map(({ what }) => what.length))
for (const { what, kib, limit } of lines) {
  const verdict = kib > limit ? '  OVER' : ''
  process.stdout.write(
    `${what.padEnd(width)}  ${kib.toFixed(1).padStart(6)} KiB of ${String(limit).padStart(3)}${verdict}\n`,
  )
}
if (over.length > 0) {
  process.stderr.write(`${over.length} over budget.\n`)
  process.exitCode = 1
}
