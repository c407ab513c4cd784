import { MAX_GRID_FILES } from '@plinth/contract/limits.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { newId } from './db/id.ts'
import { lockDraft, writeDraft } from './features/portfolios/case-study/draft-queries.ts'
import { insertWork } from './features/portfolios/portfolio-write-queries.ts'
import type { AddDeliveredWork, DeliveredWork } from './features/projects/showing/showing-routes.ts'

/** Makes a draft of delivered files, in the transaction: the first as its cover, all others in the page below. */
export const addDeliveredWork: AddDeliveredWork = async (trx, work) => {
  const { creatorId, title, category, files, now } = work
  const [cover] = files
  if (cover === undefined) throw new Error('a work needs a file')
  const id = await insertWork(trx, {
    creatorId,
    mediaId: cover.mediaId,
    title,
    description: '',
    category,
    startingPriceCents: null,
    tags: [],
    isSensitive: false,
    origin: undefined,
    isReserved: undefined,
    isDraft: true,
  })
  if (id === null) throw new Error(`the file ${cover.mediaId} was not there for a draft`)
  const blocks = blocksOf(work)
  if (blocks.length > 0) {
    const content = { title, description: '', coverId: cover.mediaId, blocks }
    await lockDraft(trx, { id, creatorId }, content)
    const mediaIds = files.map(({ mediaId }) => mediaId)
    await writeDraft(trx, id, content, { mediaIds, now })
  }
  return id
}

/** Pictures together, everything else by itself, and whom it was made for. */
function blocksOf({ files, clientName }: Pick<DeliveredWork, 'files' | 'clientName'>): Block[] {
  const [, ...others] = files
  const shots = others.map(({ mediaId, isPicture }) => ({
    isPicture,
    shot: { mediaId, caption: '' },
  }))
  const pictures = shots.flatMap(({ isPicture, shot }) => (isPicture ? [shot] : []))
  const facts = { year: '', role: '', place: '', time: '', tools: [] }
  return [
    ...(clientName === null
      ? []
      : [{ id: newId(), type: 'facts' as const, client: clientName, ...facts }]),
    ...Array.from({ length: Math.ceil(pictures.length / MAX_GRID_FILES) }, (_, at) => ({
      id: newId(),
      type: 'grid' as const,
      rowHeight: 'middle' as const,
      hasCaptions: true,
      shots: pictures.slice(at * MAX_GRID_FILES, (at + 1) * MAX_GRID_FILES),
    })),
    ...shots.flatMap(({ isPicture, shot }) =>
      isPicture ? [] : [{ id: newId(), type: 'media' as const, width: 'full' as const, shot }],
    ),
  ]
}
