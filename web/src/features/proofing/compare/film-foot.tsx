import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { clock } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { texts as all } from './compare-texts.ts'
import type { Films } from './use-films.ts'

const texts = all.film

/** Plays both films, and goes through them. */
export const FilmFoot = ({
  films: { isPlaying, time, duration, hasFrames, toggle, seek, step },
}: {
  films: Films
}) => (
  <div className="compare-film-foot">
    <IconButton name={isPlaying ? texts.pause : texts.play} tone="filled" onClick={toggle}>
      {isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
    </IconButton>
    <IconButton name={texts.back} disabled={!hasFrames} onClick={() => step(-1)}>
      <ChevronLeft size={20} aria-hidden />
    </IconButton>
    <IconButton name={texts.on} disabled={!hasFrames} onClick={() => step(1)}>
      <ChevronRight size={20} aria-hidden />
    </IconButton>
    <input
      type="range"
      min={0}
      max={duration}
      step={0.01}
      value={Math.min(time, duration)}
      aria-label={texts.time}
      aria-valuetext={texts.at(clock(time), clock(duration))}
      onChange={(event) => seek(Number(event.target.value))}
    />
    <span className="tnum text-14 text-ink-2">{`${clock(time)} / ${clock(duration)}`}</span>
  </div>
)
