import { approvalUrl } from '@plinth/contract/projects/project-calls.ts'
import { archiveName, attachmentAs, isMediaId } from '../../../core/media/names.ts'
import type { Context } from '../../../deps.ts'
import type { PaperRecord } from '../../../gateways/paper/record.ts'
import { notFound, orNotFound } from '../../../http/errors.ts'
import { viewerOf } from '../../../http/viewer.ts'
import { findApproval, type ApprovalRecord } from './approval-queries.ts'

/** Serves the record of what was approved to the two of a project. */
export function registerApprovals({
  app,
  mount,
  deps,
}: Pick<Context, 'app' | 'mount' | 'deps'>): void {
  app.get<{ Params: { id: string } }>(
    approvalUrl(':id'),
    // A HEAD request would draw everything.
    { ...mount.guard({ access: 'member' }), schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params
      if (!isMediaId(id)) throw notFound()
      const asked = { projectId: id, viewerId: viewerOf(request).id }
      const record = orNotFound(await findApproval(deps.db, asked))
      // What draws PDFs takes 12 MB, and few servers are asked for one.
      const { drawRecord } = await import('../../../gateways/paper/record.ts')
      void reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': attachmentAs(`${archiveName(record.title)}, approval.pdf`),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(drawRecord(paperOf(record)))
    },
  )
}

const named = (name: string): string => (name === '' ? 'Somebody' : name)
const bytesOf = (bytes: number): string => `${bytes.toLocaleString('en')} bytes`
/** In UTC, to the second. */
const timeOf = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

function paperOf(record: ApprovalRecord): PaperRecord {
  const { approvedBy, approvedAt, delivery, files, openMarks, decisions, picks, most } = record
  const how =
    approvedBy === null
      ? 'Approved automatically, because nobody answered in time'
      : `Approved by ${named(approvedBy)}`
  return {
    title: `Approval of delivery ${delivery}`,
    facts: [
      `Project ${record.number}: ${record.title}`,
      `Client: ${named(record.client)}. Creator: ${named(record.creator)}.`,
      `${how} on ${timeOf(approvedAt)}.`,
    ],
    parts: [
      {
        title: files.length === 1 ? 'The file' : `The ${files.length} files`,
        none: '',
        lines: files.map((file) => ({
          text: `${file.fileName}, version ${file.version}, ${bytesOf(file.bytes)}`,
          below: `SHA-256 ${file.sha256}`,
        })),
      },
      ...(most === null
        ? []
        : [
            {
              title: `Picks: ${picks.length} of ${most}`,
              none: 'No files were picked.',
              lines: picks.map(({ fileName, version }, at) => ({
                text: `${at + 1}. ${fileName}, version ${version}`,
                below: '',
              })),
            },
          ]),
      {
        title: 'Decisions on files',
        none: 'There were none.',
        lines: decisions.map(({ fileName, version, verdict, note, at }) => ({
          text: `${fileName}, version ${version}: ${verdict === 'approved' ? 'approved' : 'to be changed'} on ${timeOf(new Date(at))}`,
          below: note,
        })),
      },
      {
        title: 'Comments that were open',
        none: 'There were none.',
        lines: openMarks.map(({ number, fileName, version, text }) => ({
          text: `Comment ${number} on ${fileName}, version ${version}`,
          below: text,
        })),
      },
    ],
    footer: `Plinth · Project ${record.number} · Approval of delivery ${delivery}`,
  }
}
