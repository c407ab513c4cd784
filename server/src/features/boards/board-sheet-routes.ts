import { readFile } from 'node:fs/promises'
import { contactSheetUrl } from '@plinth/contract/boards/boards.ts'
import { MAX_SHEET_ITEMS } from '@plinth/contract/limits.ts'
import { renditionKey } from '../../core/media/media-rules.ts'
import { archiveName, attachmentAs, isMediaId, POSTER } from '../../core/media/names.ts'
import type { Context, Deps } from '../../deps.ts'
import type { SheetItem } from '../../gateways/paper/sheet.ts'
import { withTempFile } from '../../gateways/files.ts'
import { notFound, orNotFound } from '../../http/errors.ts'
import { viewerOf } from '../../http/viewer.ts'
import { findSheet, type SheetRow } from './board-sheet-queries.ts'
import type { Showables } from './board-sql.ts'

/** Sharp on paper in a third of a page, also when printed. */
const WIDTH = 640

interface Route {
  Params: { id: string }
}

/** Serves a board as a PDF with credits to people who may look at it. */
export function registerContactSheets({ app, mount, deps }: Context, showables: Showables): void {
  app.get<Route>(
    contactSheetUrl(':id'),
    // A HEAD request would draw everything.
    { ...mount.guard({ access: 'member' }), schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params
      if (!isMediaId(id)) throw notFound()
      const who = { viewerId: viewerOf(request).id }
      const board = orNotFound(await findSheet(deps.db, who, id, showables))
      const { title, owner, itemCount, rows } = board
      // What draws PDFs takes 12 MB, and few servers are asked for one.
      const { drawContactSheet } = await import('../../gateways/paper/sheet.ts')
      void reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': attachmentAs(`${archiveName(title)}.pdf`),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(
        drawContactSheet({
          title,
          facts: [`A board by ${owner}`, countWords(rows.length, itemCount)],
          items: rows.map((row) => itemOf(deps, row)),
          footer: `${title} · ${deps.now().toISOString().slice(0, 10)} · Each work belongs to the person named below it`,
        }),
      )
    },
  )
}

const countWords = (shown: number, all: number): string =>
  all > MAX_SHEET_ITEMS
    ? `The first ${shown} of ${all}`
    : shown === 1
      ? '1 work, post or picture'
      : `${shown} works, posts and pictures`

const itemOf = (
  deps: Deps,
  { title, maker, isUploaded, note, isAgainst, file }: SheetRow,
): SheetItem => ({
  title: isUploaded && title === '' ? 'Picture' : title,
  maker: isUploaded ? `Uploaded by ${maker}` : maker,
  note: [isAgainst ? 'Not this' : '', note].filter((one) => one !== '').join(': '),
  picture: async () => (file === null || file.isSensitive ? null : jpegOfFile(deps, file)),
})

/** The picture of a file, or its poster; null until there is one. */
async function jpegOfFile(
  { storage, env }: Deps,
  { id, kind, widths }: NonNullable<SheetRow['file']>,
): Promise<Buffer | null> {
  const width = widths.find((one) => one >= WIDTH) ?? widths.at(-1)
  const isPicture = kind === 'image'
  if (isPicture && width === undefined) return null
  const name = renditionKey(id, isPicture ? `${width}.webp` : POSTER)
  return withTempFile(env.dataDir, async (file) => {
    if (!(await storage.fetch(name, file))) return null
    const bytes = await readFile(file)
    if (!isPicture) return bytes
    const { jpegOf } = await import('../../gateways/paper/jpeg.ts')
    return jpegOf(bytes)
  })
}
