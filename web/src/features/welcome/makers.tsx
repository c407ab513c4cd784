import type { ReactNode } from 'react'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import { cityOf, type PickedMaker } from './welcome-rules.ts'
import { texts } from './welcome-texts.ts'

interface MakersProps {
  makers: readonly PickedMaker[]
  renderFollow: (maker: PickedMaker['maker']) => ReactNode
}

const { makers: words } = texts

/** Who made the picks, to follow. */
export const Makers = ({ makers, renderFollow }: MakersProps) => (
  <section aria-labelledby="makers" className="welcome-makers">
    <h2 id="makers" className="display text-24 text-ink">
      {words.title}
    </h2>
    <p className="mt-2.5 text-16 text-ink-2">{makers.length === 0 ? words.empty : words.line}</p>
    <ul className="mt-5">
      {makers.map(({ maker, picture }) => (
        <li key={maker.id} className="welcome-maker">
          <span aria-hidden className="relative size-12 shrink-0">
            <PlainPicture picture={pictureSources(picture)} sizes="96px" fit="cover" alt="" />
            <span className="absolute -inset-x-[3px] -bottom-1.5 h-[3px] rounded-badge bg-accent" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-16 font-semibold text-ink">{fullName(maker)}</span>
            <span className="block truncate text-14 text-ink-3">
              {maker.craft === null ? null : (
                <span className="max-tablet:hidden">
                  {maker.craft}
                  {cityOf(maker) === '' ? '' : ', '}
                </span>
              )}
              {cityOf(maker)}
            </span>
          </span>
          {renderFollow(maker)}
        </li>
      ))}
    </ul>
    <p className="mt-5 text-14 text-ink-3">
      <span className="max-tablet:hidden">{words.later} </span>
      {words.private}
    </p>
  </section>
)
