import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import type { CSSProperties, ReactNode } from 'react'
import { fromPrice, fullName } from '../../lib/format/format.ts'
import { portfolioPath } from '../../lib/routing/paths.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import { Plinth } from '../../ui/wall/plinth.tsx'
import { texts } from './landing-texts.ts'

/** Outlines that are shown while nothing is featured. */
const EMPTY_RATIOS = [0.78, 1.5, 0.8, 0.8, 0.706]

/** Featured works on plinths that rise from left to right, each with a placard on its front. */
export function Skyline({ works }: { works: Landing['skyline'] }) {
  if (works.length === 0) {
    return (
      <Row as="div">
        {skylineLayout(EMPTY_RATIOS).map((place, index) => (
          <Column key={index} place={place} as="div">
            <div
              className="border border-b-0 border-dashed border-line-strong/60"
              style={{ aspectRatio: EMPTY_RATIOS[index], marginInline: place.inset }}
            />
            <Plinth className="base" />
          </Column>
        ))}
      </Row>
    )
  }
  const places = skylineLayout(works.map(({ picture }) => picture.width / picture.height))
  // The last but one is the largest on every screen, including phones.
  const largest = Math.max(works.length - 2, 0)
  return (
    <Row as="ul">
      {works.map((work, index) => {
        const place = places[index]
        if (!place) return null
        return (
          <Column key={work.id} place={place} as="li">
            <a href={portfolioPath(work.id)} className="block">
              <span className="block" style={{ paddingInline: place.inset }}>
                <PlainPicture
                  picture={pictureSources(work.picture)}
                  sizes={skylineSizes(place)}
                  priority={index === largest}
                  className="shadow-lit"
                />
              </span>
              <Plinth className="base px-4 py-3">
                <span className="block work-title text-16 text-ink">{work.title}</span>
                <span className="-mt-px block text-13 leading-5 text-ink-2">
                  {fullName(work.creator)}
                </span>
                {!place.brief && (
                  <>
                    <span className="block text-13 leading-5 text-ink-3 max-tablet:hidden">
                      {work.category.name}
                    </span>
                    <span className="tnum mt-2.25 block text-14 font-semibold text-ink">
                      {fromPrice(work.startingPrice)}
                    </span>
                  </>
                )}
              </Plinth>
            </a>
          </Column>
        )
      })}
    </Row>
  )
}

/** The `sizes` of a work. In narrower windows fewer plinths share the width. */
const skylineSizes = (place: PlinthPlace): string => {
  const desktop = Math.round((place.width / 100) * 1344 - 2 * place.inset)
  return `(max-width: 720px) ${place.phoneWidth - 2 * place.inset}px, (max-width: 1100px) ${Math.round(place.width * 1.45)}vw, ${desktop}px`
}

const Row = ({ as: Tag, children }: { as: 'ul' | 'div'; children: ReactNode }) => (
  <div className="skyline">
    <Tag
      className="skyline-row no-scrollbar"
      {...(Tag === 'ul' ? { 'aria-label': texts.skyline } : { 'aria-hidden': true })}
    >
      {children}
    </Tag>
  </div>
)

const Column = ({
  as: Tag,
  place,
  children,
}: {
  as: 'li' | 'div'
  place: PlinthPlace
  children: ReactNode
}) => (
  <Tag
    className="skyline-column"
    style={
      {
        '--w': place.width,
        '--b': place.base,
        '--phone-w': `${place.phoneWidth}px`,
        '--phone-b': `${place.phoneBase}px`,
      } as CSSProperties
    }
  >
    {children}
  </Tag>
)

/** Widths and heights in CSS pixels at the full width of 1344. */
const MEASURE = 1344
const GAP = 24
/** How much wider a plinth is than its work, on each side. Wide works are as wide as their plinth. */
const INSET = 14
const WIDE = 1.2
const WIDTHS = [170, 340] as const
const PHONE_WIDTHS = [140, 250] as const
/** Fewer or slimmer works grow by at most this factor, so that the tallest stays below the page's header. */
const MAX_GROWTH = 1.12

/** Five plinths rising from left to right, with the height of each plinth and its work. */
const SLOTS = [
  { work: 209, base: 84, phoneWork: 190, phoneBase: 96 },
  { work: 208, base: 132, phoneWork: 190, phoneBase: 110 },
  { work: 217, base: 196, phoneWork: 200, phoneBase: 130 },
  { work: 368, base: 236, phoneWork: 235, phoneBase: 150 },
  { work: 274, base: 372, phoneWork: 173, phoneBase: 232 },
] as const

export interface PlinthPlace {
  /** Column width in hundredths of the skyline's own width. */
  width: number
  /** Plinth height in the same unit. */
  base: number
  phoneWidth: number
  phoneBase: number
  inset: number
  /** The low plinths have room for title and maker only. */
  brief: boolean
}

function columnWidth(
  height: number,
  ratio: number,
  [least, most]: readonly [number, number],
): number {
  const inset = ratio > WIDE ? 0 : INSET
  return Math.min(Math.max(height * ratio + 2 * inset, least), most)
}

/** Places works of the given ratios (width ÷ height), lowest first, on the highest plinths there are. */
export function skylineLayout(ratios: readonly number[]): PlinthPlace[] {
  const works = ratios.slice(0, SLOTS.length)
  const slots = SLOTS.slice(SLOTS.length - works.length)
  const widths = slots.map((slot, index) => columnWidth(slot.work, works[index] ?? 1, WIDTHS))
  const available = MEASURE - GAP * (SLOTS.length - 1)
  const taken = widths.reduce((sum, width) => sum + width, 0)
  const growth = Math.min(available / taken, MAX_GROWTH)
  return slots.map((slot, index) => {
    const ratio = works[index] ?? 1
    return {
      width: (((widths[index] ?? 0) * growth) / MEASURE) * 100,
      base: (slot.base / MEASURE) * 100,
      phoneWidth: Math.round(columnWidth(slot.phoneWork, ratio, PHONE_WIDTHS)),
      phoneBase: slot.phoneBase,
      inset: ratio > WIDE ? 0 : INSET,
      brief: slot.base < 100,
    }
  })
}
