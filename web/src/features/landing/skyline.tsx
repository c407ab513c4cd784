import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import type { CSSProperties, ReactNode } from 'react'
import { fromPrice, fullName } from '../../lib/format/format.ts'
import { portfolioPath } from '../../lib/routing/paths.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import { Plinth } from '../../ui/wall/plinth.tsx'
import { texts } from './landing-texts.ts'
import { skylineLayout, type PlinthPlace } from './skyline-layout.ts'

/** What hangs when nothing does: the outlines of five works that are not there yet. */
const EMPTY_RATIOS = [0.78, 1.5, 0.8, 0.8, 0.706]

/** Featured works on plinths that rise from left to right, each with its placard on the face. */
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
  // The last but one stands highest on every screen, phones included.
  const largest = Math.max(works.length - 2, 0)
  return (
    <Row as="ul">
      {works.map((work, index) => {
        const place = places[index]
        if (!place) return null
        return (
          <Column key={work.id} place={place} as="li">
            <a href={loginUrl(portfolioPath(work.id))} className="block">
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

/** How wide a work is drawn. On narrower windows fewer plinths share the width. */
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
