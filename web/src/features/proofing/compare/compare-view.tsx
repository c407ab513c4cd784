import './compare.css'
import { Columns2, Contrast, Layers, SquareSplitHorizontal, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { MarkState, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { usePhone } from '../../../lib/browser/use-media-query.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useKeptVersion } from '../picture/use-kept-version.ts'
import {
  areAlike,
  comparedOf,
  frameOf,
  sizeSentence,
  VIEWS,
  type CompareMode,
} from './compare-rules.ts'
import { isWaiting } from '../proof-api.ts'
import { SIDES, type Pair, type Side } from './pair.ts'
import { texts } from './compare-texts.ts'
import { CompareStage, type Look } from './compare-stage.tsx'
import { pixelsOf, comparedSize } from './difference/pixels.ts'
import { useDifference } from './difference/use-difference.ts'
import { FilmFoot } from './film-foot.tsx'
import { PageFoot } from './page-foot.tsx'
import { Sounds } from './sounds.tsx'
import { useCompareKeys } from './use-compare-keys.ts'
import { useFilms } from './use-films.ts'
import { VersionPicker } from './version-picker.tsx'
import { WhatChanged, type ComparedRoom } from './what-changed.tsx'

const ICONS = {
  side: Columns2,
  slider: SquareSplitHorizontal,
  overlay: Layers,
  difference: Contrast,
} as const

interface CompareViewProps {
  room: ComparedRoom
  thing: ProofThing
  pair: Pair<ProofVersion>
  /** Of the room, in the order of their numbers. */
  marks: readonly ProofMark[]
  /** Leads back to the room. */
  back: ReactNode
  onVersions: (numbers: Pair<number>) => void
  onState: (markId: string, state: MarkState) => void
  onStop: () => void
  /** A link no longer works. */
  onFailed: () => void
}

/** Two versions of a thing against each other. It takes the whole window. */
export function CompareView(props: CompareViewProps) {
  const { room, thing, marks, back, onVersions, onState, onStop, onFailed } = props
  const pair = {
    older: useKeptVersion(props.pair.older),
    newer: useKeptVersion(props.pair.newer),
  }
  const { older, newer } = pair
  const isPhone = usePhone()
  const [mode, setMode] = useState<CompareMode>('slider')
  const [line, setLine] = useState(50)
  const [amount, setAmount] = useState(50)
  const [isShownAlone, setShownAlone] = useState(false)
  const [page, setPage] = useState(1)
  const compared = comparedOf(pair, page)
  const films = useFilms(compared.kind === 'films' ? compared.media : null, older.frames)
  const isVisual = compared.kind === 'pictures' || compared.kind === 'films'
  const isHeld = useCompareKeys({
    onMode: (next) => {
      if (isVisual) setMode(next)
    },
    moved: !isVisual
      ? null
      : mode === 'slider'
        ? { share: line, onShare: setLine }
        : mode === 'overlay'
          ? { share: amount, onShare: setAmount }
          : null,
  })

  const difference = useDifference(keyOf(pair, compared, page, films.still), async () => {
    if (compared.kind === 'films') return films.read(comparedSize(frameOf(compared.media)))
    if (compared.kind !== 'pictures') throw new Error('there are no pixels')
    const size = comparedSize(frameOf(compared.media))
    const [one, other] = await Promise.all([
      pixelsOf(compared.media.older, size),
      pixelsOf(compared.media.newer, size),
    ])
    return { older: one, newer: other }
  })
  const numbers = { older: older.number, newer: newer.number }
  const look: Look = { mode, line, amount, isAlone: isHeld || isShownAlone }
  const sizes =
    compared.kind === 'pictures'
      ? sizeSentence(compared.media, numbers, compared.areSizesKnown)
      : compared.kind === 'films'
        ? sizeSentence(compared.media, numbers, true)
        : null
  const isMarked = newer.url === null && isVisual && !areAlike(compared.media)
  const picker = (side: Side) => (
    <VersionPicker
      side={side}
      versions={thing.versions.filter(({ number }) =>
        side === 'older' ? number < newer.number : number > older.number,
      )}
      newest={thing.versions[0]?.number}
      chosen={pair[side]}
      onChoose={(number) => onVersions({ ...numbers, [side]: number })}
    />
  )
  return (
    <div className="compare">
      <header className="compare-bar">
        {back}
        <div className="proof-name">
          <h1 className="display truncate text-18 text-ink">{room.title}</h1>
          <p className="truncate text-13 text-ink-3">{texts.comparing(newer.fileName)}</p>
        </div>
        {isVisual ? (
          <div role="group" aria-label={texts.views} className="compare-views">
            {VIEWS.map((one) => {
              const Icon = ICONS[one]
              return (
                <button
                  key={one}
                  type="button"
                  className="compare-tab"
                  aria-pressed={one === mode}
                  onClick={(event) => {
                    setMode(one)
                    // After a click Space is for the older version again, not for this button.
                    if (event.detail > 0) event.currentTarget.blur()
                  }}
                >
                  <Icon size={18} aria-hidden />
                  {texts.view[one]}
                </button>
              )
            })}
          </div>
        ) : null}
        <Button className="compare-stop" onClick={onStop} aria-label={texts.stop}>
          <X size={18} aria-hidden />
          <span>{texts.stop}</span>
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="compare-main">
        <div className="compare-pickers" data-side={mode === 'side' || undefined}>
          {picker('older')}
          {picker('newer')}
        </div>
        {compared.kind === 'pictures' || compared.kind === 'films' ? (
          <CompareStage
            key={`${older.id} ${newer.id}`}
            media={compared.media}
            films={compared.kind === 'films' ? films : null}
            name={newer.fileName}
            numbers={numbers}
            look={look}
            found={difference.state === 'failed' ? null : difference.found}
            onLine={setLine}
            onAmount={setAmount}
            onFailed={onFailed}
          />
        ) : compared.kind === 'sounds' ? (
          <Sounds pair={pair} />
        ) : (
          <p role="status" className="compare-neither text-ink-2">
            {SIDES.some((side) => isWaiting(pair[side])) ? texts.making : texts.neither}
          </p>
        )}
        {sizes === null ? null : <p className="compare-sizes text-14 text-ink-2">{sizes}</p>}
        {compared.kind === 'films' ? <FilmFoot films={films} /> : null}
        <PageFoot pair={pair} page={page} onPage={setPage} />
        {isVisual && isPhone ? (
          <button
            type="button"
            className="compare-tab compare-alone"
            aria-pressed={isShownAlone}
            onClick={() => setShownAlone(!isShownAlone)}
          >
            {texts.alone(older.number)}
          </button>
        ) : null}
        {isVisual ? <CompareKeys mode={mode} number={older.number} /> : null}
      </main>
      <WhatChanged
        room={room}
        pair={pair}
        marks={marks}
        difference={isVisual ? difference : null}
        isPlaying={films.isPlaying}
        caution={isMarked ? texts.changed.marks : null}
        onState={onState}
      />
    </div>
  )
}

/** Names the pixels that are compared; null while there are none, or while they change all the time. */
function keyOf(
  { older, newer }: Pair<ProofVersion>,
  compared: ReturnType<typeof comparedOf>,
  page: number,
  still: number | null,
): string | null {
  const ids = `${older.id} ${newer.id}`
  if (compared.kind === 'films') return still === null ? null : `${ids} at ${still}`
  if (compared.kind !== 'pictures') return null
  return `${ids} page ${page} ${compared.areSizesKnown}`
}

function CompareKeys({ mode, number }: { mode: CompareMode; number: number }) {
  const { keys } = texts
  return (
    <ul className="compare-keys">
      {mode === 'slider' || mode === 'overlay' ? (
        <>
          <li>
            <kbd>←</kbd>
            <kbd>→</kbd>
            {mode === 'slider' ? keys.line : keys.amount}
          </li>
          <li>
            <kbd>Shift</kbd>
            {keys.larger}
          </li>
        </>
      ) : null}
      <li>
        <kbd>Space</kbd>
        {keys.alone(number)}
      </li>
      <li>
        <kbd>1</kbd>
        {keys.to}
        <kbd>4</kbd>
        {keys.view}
      </li>
    </ul>
  )
}
