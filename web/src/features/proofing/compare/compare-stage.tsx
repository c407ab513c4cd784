import {
  useRef,
  useState,
  type CSSProperties,
  type Dispatch,
  type PointerEvent,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { Switch } from '../../../ui/form/switch.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import type { Wanted } from '../../../ui/viewer/use-viewport.ts'
import { cornerOf, cssScale, settled, type Viewport } from '../../../ui/viewer/zoom.ts'
import type { ShownPicture } from '../picture/picture-rules.ts'
import { PlacedBox, TiledPicture } from '../picture/tiled-picture.tsx'
import { useZoom, type Zoom } from '../picture/use-zoom.ts'
import { ZoomBar, ZoomStage } from '../picture/zoom-picture.tsx'
import { CompareLine } from './compare-line.tsx'
import { frameOf, type CompareMode, type Film } from './compare-rules.ts'
import { SIDES, type Pair, type Side } from './pair.ts'
import { texts } from './compare-texts.ts'
import { Heat } from './difference/heat.tsx'
import type { Found } from './difference/use-difference.ts'
import type { Films } from './use-films.ts'

/** How the two are looked at. */
export interface Look {
  mode: CompareMode
  /** Where the line is, and how much is seen of the newer one, from 0 to 100. */
  line: number
  amount: number
  /** The older one is seen alone. */
  isAlone: boolean
}

interface CompareStageProps {
  media: Pair<ShownPicture> | Pair<Film>
  /** What plays them, if they are films. */
  films: Films | null
  name: string
  numbers: Pair<number>
  look: Look
  found: Found | null
  onLine: (share: number) => void
  onAmount: (share: number) => void
  onFailed: () => void
}

type Held = readonly [Wanted, Dispatch<SetStateAction<Wanted>>]

/** `0` fits, `+` and `-` zoom; the figures choose the view. */
const ZOOM_KEYS = ['0', '+', '=', '-'] as const

/** Two versions of a picture or a film, on one stage or on two. */
export function CompareStage(props: CompareStageProps) {
  const { media, look, numbers } = props
  const [wanted, setWanted] = useState<Pair<Wanted>>({ older: 'fit', newer: 'fit' })
  const [isTogether, setTogether] = useState(true)
  const frame = frameOf(media)
  /** Of one side; the other follows, unless each moves by itself. */
  const heldBy = (side: Side): Held => [
    wanted[side],
    (next) =>
      setWanted((all) => {
        const moved = typeof next === 'function' ? next(all[side]) : next
        return isTogether ? { older: moved, newer: moved } : { ...all, [side]: moved }
      }),
  ]
  const switchRow = (zoom: Zoom) => (
    <div className="compare-foot">
      <label className="compare-together">
        <Switch
          checked={isTogether}
          onCheckedChange={(on) => {
            setTogether(on)
            if (on) setWanted(({ newer }) => ({ older: newer, newer }))
          }}
        />
        <span>{texts.together}</span>
      </label>
      {look.mode === 'overlay' ? (
        <label className="compare-amount">
          <span>{texts.amount(numbers.newer)}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={look.amount}
            aria-valuetext={texts.lineAt(numbers.newer, look.amount)}
            onChange={(event) => props.onAmount(Number(event.target.value))}
          />
          <output className="tnum">{`${look.amount}%`}</output>
        </label>
      ) : null}
      <ZoomBar
        zoom={{
          ...zoom,
          fit: () => setWanted({ older: 'fit', newer: 'fit' }),
          zoomAt: (at) => {
            zoom.zoomAt(at)
            if (!isTogether) setWanted(({ newer }) => ({ older: newer, newer }))
          },
        }}
      />
    </div>
  )
  return look.mode === 'side' ? (
    <TwoStages {...props} frame={frame} heldBy={heldBy} foot={switchRow} />
  ) : (
    <OneStage {...props} frame={frame} heldBy={heldBy} wanted={wanted} foot={switchRow} />
  )
}

interface StagesProps extends CompareStageProps {
  frame: { width: number; height: number }
  heldBy: (side: Side) => Held
  foot: (zoom: Zoom) => ReactNode
}

function TwoStages({
  media,
  films,
  name,
  numbers,
  look,
  frame,
  heldBy,
  foot,
  onFailed,
}: StagesProps) {
  const olderStage = useRef<HTMLDivElement>(null)
  const newerStage = useRef<HTMLDivElement>(null)
  const older = useZoom(frame, olderStage, { held: heldBy('older'), keys: [], isOnFoot: true })
  const newer = useZoom(frame, newerStage, {
    held: heldBy('newer'),
    keys: ZOOM_KEYS,
    isOnFoot: true,
  })
  const zooms = { older, newer }
  return (
    <>
      <div className="compare-two" style={ratioOf(frame)}>
        {SIDES.map((side) => {
          const { viewport, scene } = zooms[side]
          return (
            <ZoomStage
              key={side}
              stage={side === 'older' ? olderStage : newerStage}
              zoom={zooms[side]}
              label={`${texts.version(numbers[side])}. ${texts.stage(name)}`}
            >
              <Medium
                side={side}
                media={media}
                films={films}
                viewport={viewport}
                scene={scene}
                onFailed={onFailed}
              />
              {side === 'newer' && look.isAlone ? (
                <Medium
                  side="older"
                  media={media}
                  films={null}
                  viewport={viewport}
                  scene={scene}
                  onFailed={onFailed}
                />
              ) : null}
            </ZoomStage>
          )
        })}
      </div>
      <Ledge glow={40} className="compare-ledge" />
      {foot(newer)}
    </>
  )
}

function OneStage({
  media,
  films,
  name,
  numbers,
  look,
  found,
  frame,
  heldBy,
  wanted,
  foot,
  onLine,
  onFailed,
}: StagesProps & { wanted: Pair<Wanted> }) {
  const { mode, isAlone } = look
  /** Whose part of the stage was pressed last, for moving each by itself. */
  const [pressed, setPressed] = useState<Side>('newer')
  const stage = useRef<HTMLDivElement>(null)
  const zoom = useZoom(frame, stage, { held: heldBy(pressed), keys: ZOOM_KEYS })
  const { scene } = zoom
  const viewports = {
    older: settled(wanted.older, scene),
    newer: settled(wanted.newer, scene),
  }
  const seen = seenPart(viewports.newer, zoom)
  const lineAt = seen.left + (seen.width * look.line) / 100
  /** What is seen of a side: in pixels from its own left edge. */
  const clipOf = (side: Side): CSSProperties | undefined => {
    if (isAlone) return side === 'newer' ? { visibility: 'hidden' } : undefined
    if (mode === 'overlay') return side === 'newer' ? { opacity: look.amount / 100 } : undefined
    if (mode === 'difference') return side === 'older' ? { visibility: 'hidden' } : undefined
    const at = lineAt - cornerOf(viewports[side], scene).x
    const width = media[side].width * widthScale(media[side].width, frame, viewports[side], zoom)
    return {
      clipPath:
        side === 'older'
          ? `inset(0 ${Math.max(0, width - at)}px 0 0)`
          : `inset(0 0 0 ${Math.max(0, at)}px)`,
    }
  }
  const choose = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setPressed(mode === 'slider' && event.clientX - left < lineAt ? 'older' : 'newer')
  }
  return (
    <>
      <div
        className="compare-one"
        style={ratioOf(frame)}
        onPointerDownCapture={choose}
        onPointerMove={(event) => {
          // The wheel moves what the pointer is over.
          if (event.buttons === 0) choose(event)
        }}
      >
        <ZoomStage stage={stage} zoom={zoom} label={texts.stage(name)} className="compare-shown">
          {SIDES.map((side) => (
            <Medium
              key={side}
              side={side}
              media={media}
              films={films}
              viewport={viewports[side]}
              scene={scene}
              isDimmed={mode === 'difference' && !isAlone}
              style={clipOf(side)}
              onFailed={onFailed}
            />
          ))}
          {mode === 'difference' && found !== null && !isAlone ? (
            <PlacedBox size={frame} viewport={viewports.newer} scene={scene} style={CLEAR}>
              <Heat found={found} label={texts.changed.picture} />
            </PlacedBox>
          ) : null}
        </ZoomStage>
        {mode === 'slider' && !isAlone && scene.stage.width > 0 ? (
          <CompareLine
            number={numbers.older}
            share={look.line}
            left={seen.left}
            width={seen.width}
            onMove={onLine}
          />
        ) : null}
      </div>
      <Ledge glow={40} className="compare-ledge" />
      {foot(zoom)}
    </>
  )
}

const CLEAR = { background: 'none' }

const ratioOf = ({ width, height }: { width: number; height: number }) =>
  ({ '--ar': width / height }) as CSSProperties

/** CSS pixels for each pixel of something that is as wide as the frame. */
const widthScale = (width: number, frame: { width: number }, viewport: Viewport, { scene }: Zoom) =>
  (cssScale(viewport, scene) * frame.width) / width

/** Where the frame is seen, in pixels from the left of the stage. */
function seenPart(viewport: Viewport, { scene }: Zoom): { left: number; width: number } {
  const corner = cornerOf(viewport, scene)
  const left = Math.max(0, corner.x)
  const right = Math.min(
    scene.stage.width,
    corner.x + scene.image.width * cssScale(viewport, scene),
  )
  return { left, width: Math.max(1, right - left) }
}

interface MediumProps {
  side: Side
  media: Pair<ShownPicture> | Pair<Film>
  films: Films | null
  viewport: Viewport
  scene: Zoom['scene']
  /** Dark and without colours, beneath what differs. */
  isDimmed?: boolean
  style?: CSSProperties | undefined
  onFailed: () => void
}

/** One of the two, at its place. */
function Medium({ side, media, films, viewport, scene, isDimmed, style, onFailed }: MediumProps) {
  const one = media[side]
  const placed = { viewport, scene, style: { ...style, ...(isDimmed === true ? DIM : {}) } }
  if (!('durationMs' in one)) return <TiledPicture {...placed} picture={one} onFailed={onFailed} />
  return (
    <PlacedBox {...placed} size={one}>
      {/* The controls of both are below the stage. What they say is not known. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={films?.refs[side]}
        className="compare-film"
        src={one.src}
        preload="auto"
        playsInline
        muted={side === 'older'}
        onError={onFailed}
      />
    </PlacedBox>
  )
}

const DIM = { filter: 'grayscale(1) brightness(0.4)' }
