import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { escapeHtml, safeJson } from './escape.ts'
import { metaTags } from './head.ts'
import type { PageData } from './page.ts'
import { startLate, STARTER, STARTER_ID } from './scripts.ts'

/** The built page around every screen. */
export interface Shell {
  pageOf: (input: Filling) => FilledPage
}

interface FilledPage {
  html: string
  /** Its content security policy. */
  policy: string
}

interface Filling {
  data: PageData
  boot: BootData
  /** The screen as the server draws it; empty when the browser draws it. */
  body: string
  /** Whether nothing of a drawn screen shows before all of it has arrived. Then its rows do not move as they arrive. */
  showsAtOnce: boolean
  /** Names of parts of the web whose files the page needs beyond the first load. */
  screens: readonly (string | undefined)[]
  publicUrl: string
  url: string
}

/** The files of each screen beyond the first load, as the web's build lists them. */
type ScreenFiles = Record<string, { styles: string[]; scripts: string[] }>

interface Sheet {
  css: string
  hash: string
}

const AT_ONCE = `<link rel="expect" href="#${STARTER_ID}" blocking="render">`
const SHEETS = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g

/** Null while there is no built web. */
export async function readShell(webDist: string): Promise<Shell | null> {
  const client = path.join(webDist, 'client')
  const read = (file: string) => readFile(file, 'utf8').catch(() => null)
  const html = await read(path.join(client, 'index.html'))
  const listed = await read(path.join(webDist, 'screens.json'))
  if (html === null || listed === null) return null
  const screens = JSON.parse(listed) as ScreenFiles
  const sheets = await readSheets(client, [
    ...[...html.matchAll(SHEETS)].map(([, file = '']) => file),
    ...Object.values(screens).flatMap(({ styles }) => styles),
  ])
  return { pageOf: (input) => fillShell({ html, screens, sheets }, input) }
}

async function readSheets(client: string, files: readonly string[]): Promise<Map<string, Sheet>> {
  const sheets = new Map<string, Sheet>()
  for (const file of new Set(files)) {
    const css = await readFile(path.join(client, file), 'utf8')
    sheets.set(file, { css, hash: hashOf(css) })
  }
  return sheets
}

interface Built {
  html: string
  screens: ScreenFiles
  sheets: ReadonlyMap<string, Sheet>
}

function fillShell({ html, screens, sheets }: Built, input: Filling): FilledPage {
  const { data, boot, body, publicUrl } = input
  const isDrawn = body !== ''
  const files = input.screens.map((name) => screens[name ?? '']).filter((one) => one !== undefined)
  const styles = [...new Set(files.flatMap((one) => one.styles))]
  const scripts = [...new Set(files.flatMap((one) => one.scripts))]
  const hashes: string[] = []
  /** In a drawn page, the styles are part of it: nothing else has to arrive before it shows. */
  const sheetOf = (file: string): string => {
    const sheet = sheets.get(file)
    if (!isDrawn || sheet === undefined) return `<link rel="stylesheet" href="/${file}">`
    hashes.push(sheet.hash)
    // The link is never fetched. It tells the scripts that the page has these styles.
    return `<style>${sheet.css}</style><link rel="stylesheet" href="/${file}" disabled>`
  }
  const shell = html.replaceAll(SHEETS, (_tag, file: string) => sheetOf(file))
  const head = [
    // Before the styles, which take a while to arrive: every other picture and font is asked for later.
    ...(data.preload ?? []).map(
      ({ srcset, sizes, type }) =>
        `<link rel="preload" as="image" type="${type}" imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`,
    ),
    `<title>${escapeHtml(data.title)}</title>`,
    ...metaTags(data, publicUrl, input.url),
    ...styles.map(sheetOf),
    ...(isDrawn && input.showsAtOnce ? [AT_ONCE] : []),
    ...(isDrawn ? [] : scripts).map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...(data.jsonLd === undefined ? [] : [data.jsonLd].flat()).map(
      (one) => `<script type="application/ld+json">${safeJson(one)}</script>`,
    ),
  ].join('\n')
  const bootScript = `<script type="application/json" id="boot">${safeJson(boot)}</script>`
  const filled = (isDrawn ? startLate(shell, scripts) : shell)
    // Functions, because `$` has a meaning in replacement strings.
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => body)
    .replace('<!--boot-->', () => bootScript)
  return { html: filled, policy: policyOf(isDrawn, hashes) }
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STARTER_HASH = hashOf(STARTER)

/** What Radix writes into the page beside its open list. */
const LIST_STYLE =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}'
const LIST_STYLE_HASH = hashOf(LIST_STYLE)

/** Hashes and no nonce, so that the same bytes can serve everybody. */
const policyOf = (isDrawn: boolean, styleHashes: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...(isDrawn ? [STARTER_HASH] : [])].join(' '),
    ["style-src 'self'", LIST_STYLE_HASH, ...styleHashes].join(' '),
    // The server renders aspect ratios and placeholders as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
