import './film.css'
import '../stage/stage.css'
import { useRef, useState, type CSSProperties } from 'react'
import { frameTable, type FrameTable } from '@plinth/contract/projects/frame-table.ts'
import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import type { Proof } from '@plinth/contract/projects/projects.ts'
import { Button } from '../../../ui/actions/button.tsx'
import {
  FullScreenButton,
  LoopButton,
  PlayButtons,
  PlayFoot,
  PlayNotice,
  Volume,
} from '../playing/play-controls.tsx'
import { PlayLine, spanWords, type Scale } from '../playing/play-line.tsx'
import { playingTexts as texts } from '../playing/playing-texts.ts'
import type { StageProps } from '../stage/stage.ts'
import { useKeptLink } from '../stage/use-kept-link.ts'
import { filmScale } from './scale.ts'
import { FilmStrip } from './film-strip.tsx'
import { useFilm } from './use-film.ts'

/** A film, moved by its frames. Nothing before its copy is ready. */
export function FilmStage(props: StageProps) {
  const { proof, frames, id } = props.version
  const film = proof?.film ?? null
  if (film === null || frames === null) return null
  return <Film key={id} {...props} film={film} frames={frames} />
}

interface FilmProps extends StageProps {
  film: NonNullable<Proof['film']>
  frames: FrameTimes
}

function Film({ film, frames, ...stage }: FilmProps) {
  // They never change for a version, and a long film has many of them.
  const [{ table, scale }] = useState((): { table: FrameTable; scale: Scale } => {
    const made = frameTable(frames)
    return { table: made, scale: filmScale(made) }
  })
  const box = useRef<HTMLDivElement>(null)
  const { version, marks, selectedId, layer, tools } = stage
  const player = useFilm({ stage, film, table, scale })
  const { video, line, code, count, span } = player
  const ratio = film.width / film.height
  const preview = useKeptLink(version.preview?.url ?? '')
  const all = scale.last + 1
  return (
    <section ref={box} className="film-stage" aria-label={version.fileName}>
      <div className="proof-scene">
        <div
          className="proof-shown film-picture"
          style={
            {
              '--ar': ratio,
              ...(player.isReady || preview === '' ? {} : { backgroundImage: `url("${preview}")` }),
            } as CSSProperties
          }
        >
          {/* Whoever delivers a film adds no captions to it. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            ref={video}
            src={player.src}
            width={film.width}
            height={film.height}
            preload="auto"
            playsInline
            aria-label={version.fileName}
          />
          {player.isReady ? layer : null}
          {player.isBroken ? (
            <PlayNotice>
              <p role="alert">{texts.film.failed}</p>
              <Button size={36} onClick={player.again}>
                {texts.again}
              </Button>
            </PlayNotice>
          ) : player.isReady ? null : (
            <PlayNotice>
              <p role="status">{texts.loading}</p>
            </PlayNotice>
          )}
        </div>
      </div>
      <div className="play-box">
        <PlayLine
          line={line}
          label={texts.film.line}
          scale={scale}
          marks={marks}
          selectedId={selectedId}
          onSelect={stage.onSelect}
          onSeek={player.seek}
          span={span}
          className="film-line"
        >
          <FilmStrip src={player.src} ratio={ratio} seconds={scale.seconds} />
        </PlayLine>
        <div className="play-controls">
          <PlayButtons
            words={texts.film}
            isPlaying={player.speed !== 0}
            onToggle={player.toggle}
            onStep={player.step}
          />
          <p className="play-time">
            <strong ref={code} className="display tnum">
              {player.firstCode}
            </strong>
            <span className="text-14 tnum text-ink-3">
              <span ref={count}>{texts.film.frame(1, all)}</span>
              {Math.abs(player.speed) > 1 || player.speed < 0 ? (
                <span className="play-speed">{texts.speed(player.speed)}</span>
              ) : null}
            </span>
          </p>
          <div className="play-more">
            {tools}
            <span className="play-rule" aria-hidden />
            <LoopButton isOn={player.isLoop} onToggle={player.toggleLoop} />
            {film.hasSound ? <Volume media={video} /> : null}
            <FullScreenButton box={box} />
          </div>
        </div>
        <PlayFoot
          hints={texts.film.hints}
          canComment={stage.canComment === true}
          canDraw={tools !== null}
          span={spanWords(scale, span)}
          onIn={player.setIn}
          onOut={player.setOut}
          onClear={player.clearSpan}
        />
      </div>
    </section>
  )
}
