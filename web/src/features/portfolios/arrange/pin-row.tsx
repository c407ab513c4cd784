import type { CSSProperties } from 'react'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { arrangeOnLedge, LEDGE_WIDTH, PROFILE_ROW } from '../wall/ledge-rules.ts'
import { arrangeTexts as texts } from './arrange-texts.ts'
import type { PartProps, WallArranging } from './acts.ts'
import { EntryCaption } from './entry-caption.tsx'
import type { ShownEntry } from './entry-view.ts'

interface PinRowProps extends PartProps {
  pins: readonly ShownEntry[]
  front: WallArranging
  wall: WallArranging
}

/** What comes first on the profile, on its lit ledge. */
export function PinRow({ pins, front, wall, ...shared }: PinRowProps) {
  const isOver = wall.drag?.zone?.startsWith('pin') === true
  return (
    <section aria-labelledby="pins" data-zone="pin" data-over={isOver ? '' : undefined}>
      <h2 id="pins" className="text-14 font-semibold text-ink">
        {texts.pins} <span className="tnum ml-2 text-ink-3">{texts.pinsCount(pins.length)}</span>
      </h2>
      {pins.length === 0 ? (
        <p className="arrange-none text-14 text-ink-3">{texts.noPins}</p>
      ) : (
        <ul className="arrange-pins">
          {arrangeOnLedge(pins, PROFILE_ROW).map(({ work: one, height }) => {
            const { works, pin } = one
            const [work] = works
            const style = { '--stand': height / LEDGE_WIDTH, '--ar': ratioOf(one.picture) }
            return (
              <li
                key={one.id}
                className="arrange-item"
                data-item={one.id}
                data-zone={`pin-${pin}`}
                style={style as CSSProperties}
                {...wall.itemProps(one)}
                {...(front.itemProps(one)['data-picked'] === '' ? { 'data-picked': '' } : {})}
              >
                <div className="arrange-picture" {...wall.dragProps(one)}>
                  {work === undefined ? null : (
                    <Picture
                      picture={pictureSources(work.picture)}
                      sizes="400px"
                      className="pointer-events-none select-none"
                    />
                  )}
                </div>
                <EntryCaption
                  {...shared}
                  one={one}
                  arranging={front}
                  wall={wall}
                  isMoving={wall.drag?.one.id === one.id}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Ledge className={pins.length === 0 ? '' : 'arrange-ledge'} />
    </section>
  )
}
