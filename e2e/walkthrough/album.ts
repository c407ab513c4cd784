import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

const docs = path.resolve(import.meta.dirname, '../../docs')
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Hides toasts, which would cover the page. */
const NO_TOASTS = '[role=region][aria-label^=Notif] { visibility: hidden }'

interface Step {
  title: string
  name: string
}

interface Entry {
  kind: string
  movement: string
  account: string
  cents: number
}

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Takes pictures of a walkthrough at both widths, and writes the page that shows them. */
export function openAlbum(folder: string) {
  const pages: Step[] = []
  return {
    add: async (page: Page, title: string): Promise<void> => {
      const name = String(pages.length + 1).padStart(2, '0')
      pages.push({ title, name })
      await mkdir(path.join(docs, 'pictures', folder), { recursive: true })
      for (const viewport of WIDTHS) {
        await page.setViewportSize(viewport)
        // Waits until every picture is painted.
        await expect
          .poll(() =>
            page.evaluate(
              '[...document.images].every((image) => image.complete || image.loading === "lazy")',
            ),
          )
          .toBe(true)
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
        const file = path.join(docs, 'pictures', folder, `${name}-${viewport.width}.webp`)
        await page.evaluate('scrollTo(0, 0)')
        const picture = await page.screenshot({ style: NO_TOASTS })
        await sharp(picture).webp({ quality: 70 }).toFile(file)
      }
    },
    /** Writes the page: each step with its pictures, then every entry of the books. */
    close: (head: string, entries: readonly Entry[]): Promise<void> => {
      const steps = pages.map(({ title, name }, index) => {
        const at = `pictures/${folder}/${name}`
        return `### ${index + 1}. ${title}\n\n<img src="${at}-1440.webp" width="560" alt="${title}, on a desktop"> <img src="${at}-390.webp" width="160" alt="${title}, on a phone">\n`
      })
      return writeFile(
        path.join(docs, `${folder}-walkthrough.md`),
        [head, ...steps, '## What the books say', '', ...tableOf(entries), ''].join('\n'),
      )
    },
  }
}

function tableOf(entries: readonly Entry[]): string[] {
  const rows = entries.map(
    ({ kind, account, movement, cents }, index) =>
      `| ${entries[index - 1]?.movement === movement ? '' : kind} | ${account} | ${cents > 0 ? dollars(cents) : ''} | ${cents < 0 ? dollars(-cents) : ''} |`,
  )
  return ['| Movement | Account | Debit | Credit |', '| --- | --- | ---: | ---: |', ...rows]
}
