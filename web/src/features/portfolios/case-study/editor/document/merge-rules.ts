import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { isSame, type Study } from './study-rules.ts'

type HeadField = 'title' | 'description' | 'coverId'

/** What both sides changed, each in its own way. A block that one of them deleted is null there. */
export type Clash =
  | { kind: 'block'; id: string; mine: Block | null; theirs: Block | null }
  | { kind: 'head'; id: HeadField; mine: string; theirs: string }

export interface Merged {
  /** With what one side changed alone. Where both did, it has mine, or theirs if mine was deleted. */
  study: Study
  clashes: readonly Clash[]
}

/** Merges two versions that come from the same one. */
export function mergeStudies(base: Study, mine: Study, theirs: Study): Merged {
  const clashes: Clash[] = []
  const headOf = (field: HeadField): string => {
    const [was, own, other] = [base[field], mine[field], theirs[field]]
    if (own === was) return other
    if (other !== was && other !== own)
      clashes.push({ kind: 'head', id: field, mine: own, theirs: other })
    return own
  }
  const head = {
    title: headOf('title'),
    description: headOf('description'),
    coverId: headOf('coverId'),
  }

  const [was, own, other] = [base, mine, theirs].map(
    ({ blocks }) => new Map(blocks.map((block) => [block.id, block])),
  ) as [BlocksById, BlocksById, BlocksById]
  const merged = new Map<string, Block>()
  for (const id of new Set([...own.keys(), ...other.keys()])) {
    const versions = { mine: own.get(id) ?? null, theirs: other.get(id) ?? null }
    const kept = oneOf(was.get(id) ?? null, versions.mine, versions.theirs)
    if (kept === 'clash') clashes.push({ kind: 'block', id, ...versions })
    const block = kept === 'clash' ? (versions.mine ?? versions.theirs) : kept
    if (block !== null) merged.set(id, block)
  }
  const blocks = orderOf(base, mine, theirs)
    .map((id) => merged.get(id))
    .filter((block) => block !== undefined)
  return { study: { ...head, blocks }, clashes }
}

type BlocksById = Map<string, Block>

function oneOf(was: Block | null, own: Block | null, other: Block | null): Block | null | 'clash' {
  if (isSame(own, was)) return other
  if (isSame(other, was) || isSame(own, other)) return own
  return 'clash'
}

/** All blocks of both: in the order of whoever moved some, mine if both did. */
function orderOf(base: Study, mine: Study, theirs: Study): string[] {
  const [was, own, other] = [base, mine, theirs].map(({ blocks }) =>
    blocks.map(({ id }) => id),
  ) as [string[], string[], string[]]
  const inAll = (ids: readonly string[]) =>
    ids.filter((id) => was.includes(id) && own.includes(id) && other.includes(id))
  const hasMoved = !isSame(inAll(own), inAll(was))
  const [order, added] = hasMoved ? [[...own], other] : [[...other], own]
  added.forEach((id, at) => {
    if (order.includes(id)) return
    const before = added.slice(0, at).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  })
  return order
}

/** The study with one side's version of what clashed. */
export function withSide(study: Study, clash: Clash, side: 'mine' | 'theirs'): Study {
  if (clash.kind === 'head') return { ...study, [clash.id]: clash[side] }
  const block = clash[side]
  const { blocks } = study
  if (block === null) return { ...study, blocks: blocks.filter(({ id }) => id !== clash.id) }
  return {
    ...study,
    blocks: blocks.some(({ id }) => id === clash.id)
      ? blocks.map((one) => (one.id === clash.id ? block : one))
      : [...blocks, block],
  }
}
