import './sound.css'
import { useState, type CSSProperties } from 'react'
import type { Proof } from '@plinth/contract/projects/projects.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { waveMask } from '../../../ui/media/waveform.ts'
import { LoopButton, PlayButtons, PlayFoot, Volume } from '../playing/play-controls.tsx'
import { PlayLine, spanWords } from '../playing/play-line.tsx'
import { playingTexts as texts } from '../playing/playing-texts.ts'
import type { StageProps } from '../stage/stage.ts'
import { soundScale, soundTime } from './scale.ts'
import { useSound } from './use-sound.ts'

/** Number of bars on wide screens and on phones. */
const BARS = { wide: 160, narrow: 64 } as const

/** A sound, whose waveform is the line to move along. Nothing before its copy is ready. */
export function SoundStage(props: StageProps) {
  const { proof, id } = props.version
  const sound = proof?.sound ?? null
  return sound === null ? null : <Sound key={id} {...props} sound={sound} />
}

interface SoundProps extends StageProps {
  sound: NonNullable<Proof['sound']>
}

function Sound({ sound, ...stage }: SoundProps) {
  const [scale] = useState(() => soundScale(sound.durationMs))
  const [waves] = useState(() => {
    const peaks = peaksOf(sound)
    return { '--wide': waveMask(peaks, BARS.wide), '--narrow': waveMask(peaks, BARS.narrow) }
  })
  const { version, marks, selectedId } = stage
  const player = useSound({ stage, sound, scale })
  const { audio, line, time, span } = player
  return (
    <section className="sound-stage" aria-label={version.fileName}>
      {/* Sound has no captions here. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={audio} src={player.src} preload="auto" aria-label={version.fileName} />
      <div className="sound-scene">
        <PlayLine
          line={line}
          label={texts.sound.line}
          scale={scale}
          marks={marks}
          selectedId={selectedId}
          onSelect={stage.onSelect}
          onSeek={player.seek}
          span={span}
          className="sound-line"
        >
          <span className="sound-wave" style={waves as CSSProperties} />
        </PlayLine>
      </div>
      <div className="play-box">
        <div className="play-controls">
          <PlayButtons
            words={texts.sound}
            isPlaying={player.speed !== 0}
            onToggle={player.toggle}
            onStep={player.step}
          />
          <p className="play-time">
            <strong ref={time} className="display tnum">
              {soundTime(0)}
            </strong>
            <span className="text-14 tnum text-ink-3">
              {texts.sound.of(soundTime(scale.last))}
              {player.speed > 1 ? (
                <span className="play-speed">{texts.speed(player.speed)}</span>
              ) : null}
            </span>
          </p>
          {player.isBroken ? (
            <div className="sound-failed text-14">
              <p role="alert">{texts.sound.failed}</p>
              <Button size={36} onClick={player.again}>
                {texts.again}
              </Button>
            </div>
          ) : null}
          <div className="play-more">
            <LoopButton isOn={player.isLoop} onToggle={player.toggleLoop} />
            <Volume media={audio} />
          </div>
        </div>
        <PlayFoot
          hints={texts.sound.hints}
          canComment={stage.canComment === true}
          canDraw={false}
          span={spanWords(scale, span)}
          onIn={player.setIn}
          onOut={player.setOut}
          onClear={player.clearSpan}
        />
      </div>
    </section>
  )
}
