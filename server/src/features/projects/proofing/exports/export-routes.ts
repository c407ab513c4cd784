import { MAX_PROOF_MARKS, MAX_PROOF_PAGES } from '@plinth/contract/limits.ts'
import {
  MARK_FILES,
  type MarkFile,
  marksTableUrl,
  readProofComments,
  versionMarksUrl,
} from '@plinth/contract/proofing/exports.ts'
import { receiveBody } from '../../../../core/media/intake/intake.ts'
import { archiveName, attachmentAs, isMediaId } from '../../../../core/media/names.ts'
import { nameOf } from '../../../../core/users/person-view.ts'
import type { Context } from '../../../../deps.ts'
import { withTempFile } from '../../../../gateways/files.ts'
import { AppError, notFound, orNotFound } from '../../../../http/errors.ts'
import { whileAwaited } from '../../../../http/waiting.ts'
import { viewerOf, type Viewer } from '../../../../http/viewer.ts'
import { findMarks, findRoom, type RoomRow } from '../proofing-queries.ts'
import { rightsIn } from '../proofing-rules.ts'
import { countMarks, findMarked, holdRoom, tellOfRemarks } from '../proofing-write-queries.ts'
import { insertMarks } from './comment-queries.ts'
import { marksOf } from './comment-rules.ts'
import { writeEdl } from './edl.ts'
import { writeFcpxml } from './fcpxml.ts'
import { editableFilm, type EditableFilm, type MarkedVersion, markedVersions } from './marked.ts'
import { writeReport } from './report.ts'
import { writeTable } from './table.ts'

interface RoomRoute {
  Params: { id: string }
}
interface VersionRoute {
  Params: { id: string; versionId: string }
  Querystring: { drop?: unknown }
}

const TYPES: Record<MarkFile, string> = {
  // As plain text, a browser that opens it shows it.
  edl: 'text/plain; charset=utf-8',
  fcpxml: 'application/xml; charset=utf-8',
  pdf: 'application/pdf',
}

/** Serves the remarks of a room as files, and takes those of a PDF, for whoever may see the room. */
export function registerProofExports({ app, mount, deps }: Context): void {
  const { db, live, env, documents } = deps
  const guard = {
    ...mount.guard({ access: 'member', right: 'disputes.decide' }),
    schema: { hide: true },
    // A HEAD request would write everything.
    exposeHeadRoute: false,
  }

  const readVersions = async (id: string, viewer: Viewer) => {
    if (!isMediaId(id)) throw notFound()
    const key = { id, viewerId: viewer.id, isAdmin: viewer.isAdmin }
    const [room, read] = await Promise.all([findRoom(db, key), findMarks(db, key, null)])
    return {
      room: orNotFound(room),
      versions: markedVersions(orNotFound(room), orNotFound(read).marks),
    }
  }

  app.get<RoomRoute>(marksTableUrl(':id'), guard, async (request, reply) => {
    const { room, versions } = await readVersions(request.params.id, viewerOf(request))
    void reply.headers(
      headersOf({
        type: 'text/csv; charset=utf-8',
        name: `${archiveName(room.title)}, comments.csv`,
      }),
    )
    return reply.send(writeTable(versions))
  })

  for (const file of MARK_FILES)
    app.get<VersionRoute>(
      versionMarksUrl(':id', ':versionId', file),
      guard,
      async (request, reply) => {
        const { id, versionId } = request.params
        const { room, versions } = await readVersions(id, viewerOf(request))
        const marked = orNotFound(versions.find(({ version }) => version.id === versionId))
        const content = await write(file, {
          deps,
          room,
          marked,
          isDrop: request.query.drop !== 'no',
        })
        void reply.headers(
          headersOf({
            type: TYPES[file],
            name: `${archiveName(marked.version.fileName)}, comments.${file}`,
          }),
        )
        return reply.send(content)
      },
    )

  mount(readProofComments, async ({ params: { id, versionId }, body, viewer, request, reply }) => {
    const room = orNotFound(await findRoom(db, { id, viewerId: viewer.id, isAdmin: false }))
    checkOpen(room, room.client === null)
    const author = room.role === 'client' && room.client !== null ? room.client : room.creator
    const version = orNotFound(
      room.things.flatMap(({ versions }) => versions).find((one) => one.id === versionId),
    )
    if (version.kind !== 'pdf')
      throw new AppError('conflict', 'This file is no PDF, so it takes no comments of one.')
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    const comments = await withTempFile(env.dataDir, async (file) => {
      await receiveBody(body, file, announcedBytes)
      return documents.comments(file, { person: viewer.id, signal: whileAwaited(reply) })
    })
    const pages = version.proof?.pages?.sizes.length ?? MAX_PROOF_PAGES
    const fitting = comments.filter(({ page }) => page <= pages)
    const marks = marksOf(fitting, { versionId, authorId: viewer.id, authorName: nameOf(author) })
    const added = await db.transaction().execute(async (trx) => {
      const held = orNotFound(await holdRoom(trx, { id, viewerId: viewer.id }))
      checkOpen(held, held.clientId === null)
      orNotFound(await findMarked(trx, { roomId: id, versionId }))
      const made = await insertMarks(trx, {
        roomId: id,
        versionId,
        authorId: viewer.id,
        change: held.change,
        marks,
      })
      if (made === 0) return 0
      if ((await countMarks(trx, id)) > MAX_PROOF_MARKS) throw noRoom()
      await tellOfRemarks(trx, { room: held, authorId: viewer.id })
      return made
    })
    const people = room.client === null ? [room.creator.id] : [room.client.id, room.creator.id]
    if (added > 0) live.proofMoved(id, people)
    return { added, known: marks.length - added, left: comments.length - fitting.length }
  })
}

/** Throws unless this person may still write in the room. */
function checkOpen({ role, status }: Pick<RoomRow, 'role' | 'status'>, isOwn: boolean): void {
  if (!rightsIn(role, status, { isOwn }).includes('comment'))
    throw new AppError('auth.forbidden', 'This project is closed, so its room stays as it is.')
}

const noRoom = () =>
  new AppError(
    'conflict',
    `A proof room can have ${MAX_PROOF_MARKS.toLocaleString('en')} comments. With these it would have more.`,
  )

const headersOf = ({ type, name }: { type: string; name: string }): Record<string, string> => ({
  'content-type': type,
  'content-disposition': attachmentAs(name),
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
})

async function write(
  file: MarkFile,
  {
    deps,
    room,
    marked,
    isDrop,
  }: { deps: Context['deps']; room: RoomRow; marked: MarkedVersion; isDrop: boolean },
): Promise<string | NodeJS.ReadableStream> {
  if (file === 'pdf') return writeReport(deps, { room, marked })
  const film = filmOf(marked)
  return file === 'edl' ? writeEdl(film, { isDrop }) : writeFcpxml(film)
}

/** Throws unless these are the remarks about a film that editing programs can show. */
function filmOf(marked: MarkedVersion): EditableFilm {
  const { kind, frames, proofState } = marked.version
  if (kind !== 'video') throw notFound()
  const film = editableFilm(marked)
  if (film !== null) return film
  throw new AppError(
    'conflict',
    frames === null && proofState === 'waiting'
      ? 'We’re still making the preview of this film. Try again in a few minutes.'
      : 'This film has no steady frame rate, so editing programs would show its comments at other frames. Export them as CSV.',
  )
}
