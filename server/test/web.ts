import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { duringTests } from './lifetime.ts'

interface TestWeb {
  html?: string
  render?: string
  screens?: Record<string, { styles: string[]; scripts: string[] }>
  /** Style sheets by their paths below the built web. */
  sheets?: Record<string, string>
}

/** As little of a built web as pages need: the page around a screen, and the function that draws the screen. */
export const testWeb = ({
  html = '<!--head--><!--app--><!--boot-->',
  render = `() => ''`,
  screens = {},
  sheets = {},
}: TestWeb = {}): {
  dir: string
  close: () => Promise<void>
} =>
  duringTests(async () => {
    const dir = await mkdtemp(path.join(os.tmpdir(), 'plinth-web-'))
    await mkdir(path.join(dir, 'client'))
    await mkdir(path.join(dir, 'ssr'))
    await writeFile(path.join(dir, 'client/index.html'), html)
    for (const [file, css] of Object.entries(sheets)) {
      await mkdir(path.join(dir, 'client', path.dirname(file)), { recursive: true })
      await writeFile(path.join(dir, 'client', file), css)
    }
    await writeFile(path.join(dir, 'screens.json'), JSON.stringify(screens))
    await writeFile(path.join(dir, 'ssr/entry-server.js'), `export const render = ${render}`)
    return { dir, close: () => rm(dir, { recursive: true, force: true }) }
  })

/**
 * Another form of this address. Visitors' pages are kept for a second by their address, so this one shows what a test
 * has just written to the database behind the app's back.
 */
export const unkept = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}look=${randomUUID()}`

/** Draws a screen as the data that it is given. */
export const SHOW_BOOT = '(url, boot) => JSON.stringify(boot)'
