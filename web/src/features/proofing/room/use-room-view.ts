import { useMemo, useState } from 'react'
import type { MarkPlace, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { usePhone } from '../../../lib/browser/use-media-query.ts'
import type { ProofSearch } from '../../../lib/routing/proof-search.ts'
import { isOnMoment, isOpen, marksOf, type Shown, type Tool } from '../marks/mark-rules.ts'
import { STILL, type Moment } from '../stage/stage.ts'

/** What is looked at: a thing in one of its versions. Undefined while nothing was delivered. */
function chosen(
  { things }: ProofRoom,
  { file, version }: ProofSearch,
): { thing: ProofThing; version: ProofVersion } | undefined {
  const thing =
    things.find(({ id, versions }) => id === file || versions.some((one) => one.id === file)) ??
    things[0]
  const shown =
    // The first file of a thing has its id, but the thing is meant.
    thing?.versions.find(({ id }) => id === file && id !== thing.id) ??
    thing?.versions.find(({ number }) => number === version) ??
    thing?.versions[0]
  return thing === undefined || shown === undefined ? undefined : { thing, version: shown }
}

/** What is looked at. A newer version that comes while somebody looks doesn't take the place of what they look at. */
export function useShown(room: ProofRoom, search: ProofSearch): ReturnType<typeof chosen> {
  const [lookedAt, setLookedAt] = useState<ReadonlyMap<string, number>>(new Map())
  const first = chosen(room, search)
  const kept = first === undefined ? undefined : lookedAt.get(first.thing.id)
  const shown =
    first === undefined ||
    search.version !== undefined ||
    // A file that is named by its own id, as after it was made a version of something.
    (search.file === first.version.id && search.file !== first.thing.id) ||
    kept === undefined
      ? first
      : chosen(room, { file: first.thing.id, version: kept })
  if (shown !== undefined && lookedAt.get(shown.thing.id) !== shown.version.number)
    setLookedAt(new Map(lookedAt).set(shown.thing.id, shown.version.number))
  return shown
}

const momentOf = ({ page, from }: MarkPlace): Moment => ({ ...STILL, page, from })

/** What is seen of one version: which marks, which moment, what is selected, and what the next press draws. */
export function useRoomView(
  thing: ProofThing,
  version: ProofVersion,
  allMarks: readonly ProofMark[],
) {
  const isPhone = usePhone()
  const [moment, setMoment] = useState<Moment>(STILL)
  const [goTo, setGoTo] = useState<Moment | null>(null)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [shown, setShown] = useState<Shown>('open')
  const [isHidden, setHidden] = useState(false)
  // On phones a finger first moves and zooms.
  const [tool, setTool] = useState<Tool | null>(isPhone ? null : 'point')
  const marks = useMemo(() => marksOf(allMarks, thing, version), [allMarks, thing, version])
  const own = useMemo(
    () => marks.flatMap(({ mark, olderVersion }) => (olderVersion === null ? [mark] : [])),
    [marks],
  )

  const select = (mark: ProofMark) => {
    setSelectedId(mark.id)
    setShown(isOpen(mark) ? 'open' : 'done')
    if (mark.place.page !== null || mark.place.from !== null) setGoTo(momentOf(mark.place))
  }
  const selectById = (id: string) => {
    const found = marks.find(({ mark }) => mark.id === id)
    if (found !== undefined) select(found.mark)
  }
  /** Goes to the mark before or after the selected one, among those that are listed. */
  const step = (by: 1 | -1) => {
    const listed = marks.filter(({ mark }) => isOpen(mark) === (shown === 'open'))
    const at = listed.findIndex(({ mark }) => mark.id === selectedId)
    const next = at === -1 ? (by === 1 ? 0 : listed.length - 1) : at + by
    const found = listed[(next + listed.length) % (listed.length || 1)]
    if (found !== undefined) select(found.mark)
  }
  return {
    moment,
    setMoment,
    goTo,
    selectedId,
    select,
    selectById,
    step,
    shown,
    setShown,
    isHidden,
    setHidden,
    tool,
    setTool,
    marks,
    own,
    /** Those that are drawn over what is seen now. */
    seen:
      isHidden || moment.isMoving
        ? []
        : marks.filter(
            ({ mark, olderVersion }) =>
              // What was settled on an older version would only be in the way.
              (olderVersion === null || mark.state !== 'confirmed') &&
              isOnMoment(mark.place, moment),
          ),
  }
}

/** Tells of comments of others that came while the room is open: a sentence for screen readers. */
export function useNews(marks: readonly ProofMark[], say: (count: number) => string): string {
  const [heard, setHeard] = useState(marks)
  const [said, setSaid] = useState('')
  if (heard === marks) return said
  setHeard(marks)
  const known = new Set(heard.map(({ id }) => id))
  const news = marks.filter(({ id, by }) => !known.has(id) && !by.isViewer)
  if (news.length > 0) setSaid(say(news.length))
  return said
}
