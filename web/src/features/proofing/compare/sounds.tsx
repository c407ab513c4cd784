import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { AudioPlayer } from '../../../ui/media/audio-player.tsx'
import { SIDES, type Pair } from './pair.ts'
import { texts } from './compare-texts.ts'

/** Two sounds with their waveforms above each other. */
export const Sounds = ({ pair }: { pair: Pair<ProofVersion> }) => (
  <div className="compare-sounds">
    {SIDES.map((side) => {
      const { id, number, fileName, proof } = pair[side]
      if (proof?.sound == null) return null
      return (
        <section key={id} aria-label={texts.version(number)}>
          <h2 className="text-14 font-semibold text-ink">{texts.version(number)}</h2>
          <AudioPlayer
            src={proof.sound.url}
            label={`${fileName}, ${texts.version(number)}`}
            durationMs={proof.sound.durationMs}
            peaks={peaksOf(proof.sound)}
          />
        </section>
      )
    })}
  </div>
)
