import { insertWork } from './features/portfolios/portfolio-write-queries.ts'
import type { AddDeliveredWork } from './features/projects/showing/showing-routes.ts'

/** Makes a draft of delivered files, in the transaction. Returns its id. */
export const addDeliveredWork: AddDeliveredWork = async (
  trx,
  { creatorId, title, category, mediaIds },
) => {
  const [coverId] = mediaIds
  if (coverId === undefined) throw new Error('a work needs a file')
  const id = await insertWork(trx, {
    creatorId,
    mediaId: coverId,
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
  if (id === null) throw new Error(`the file ${coverId} was not there for a draft`)
  return id
}
