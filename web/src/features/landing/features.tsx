import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import type { ReactNode } from 'react'
import { personPath, portfolioPath, SEARCH_PATH } from '../../lib/routing/paths.ts'
import { count, counted, fullName, price } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import { SearchIcon } from './landing-icons.tsx'
import { texts } from './landing-texts.ts'

/** What Plinth does for a creator, each feature with a real example. */
export function Features({
  showcase,
  maker,
  discover,
}: Pick<Landing, 'showcase' | 'maker' | 'discover'>) {
  return (
    <section className="page" aria-label="What Plinth does for creators">
      <Row {...texts.showcase}>{showcase.length > 0 && <Shelf works={showcase} />}</Row>
      <Row {...texts.following}>{maker && <Maker maker={maker} />}</Row>
      <Row {...texts.discovered}>{discover && <Found discover={discover} />}</Row>
    </section>
  )
}

const Row = ({ title, line, children }: { title: string; line: string; children: ReactNode }) => (
  <div className="grid gap-x-(--gutter) gap-y-3.5 border-t border-line py-7 tablet:grid-cols-2 tablet:items-center tablet:py-9 desktop:grid-cols-3">
    <h2 className="text-32 display">{title}</h2>
    <p className="text-16">{line}</p>
    {children && <div className="min-w-0 tablet:max-desktop:col-start-2">{children}</div>}
  </div>
)

function Shelf({ works }: { works: Landing['showcase'] }) {
  const ratios = works.map(({ picture }) => picture.width / picture.height)
  const sum = ratios.reduce((total, ratio) => total + ratio, 0)
  return (
    <div>
      {/* Limits the width, since a few slim works would be too tall if they filled the row. */}
      <ul className="flex items-end gap-3" style={{ maxWidth: Math.round(sum * 150) + 36 }}>
        {works.map(({ id, title, picture }, index) => (
          <li key={id} className="min-w-0" style={{ flex: `${ratios[index]} 1 0` }}>
            <a href={portfolioPath(id)} aria-label={title} className="block">
              <PlainPicture
                picture={pictureSources(picture)}
                sizes={`${Math.round(((ratios[index] ?? 1) / sum) * 396)}px`}
              />
            </a>
          </li>
        ))}
      </ul>
      <Ledge glow={30} className="-mx-3.5" />
    </div>
  )
}

const Maker = ({ maker }: { maker: NonNullable<Landing['maker']> }) => (
  <div className="flex items-center gap-4">
    <Avatar name={fullName(maker)} src={maker.profileImageUrl} creator size={56} />
    <div className="min-w-0 flex-1">
      <p className="truncate text-16 font-semibold text-ink">
        <a href={personPath(maker)} className="hit hover:underline">
          {fullName(maker)}
        </a>
      </p>
      <p className="mt-0.75 truncate text-14 text-ink-3">
        {maker.followers > 0
          ? counted(maker.followers, 'follower')
          : counted(maker.workCount, 'work')}
      </p>
    </div>
    {/* Only looks like a button: it shows what following looks like. */}
    <span
      aria-hidden
      className="inline-flex h-11 items-center rounded-control bg-surface-2 px-4.5 text-14 font-semibold text-ink"
    >
      {texts.following.button}
    </span>
  </div>
)

const Found = ({ discover }: { discover: NonNullable<Landing['discover']> }) => (
  <div>
    <a
      href={`${SEARCH_PATH}?q=${encodeURIComponent(discover.query)}`}
      className="flex h-12 items-center gap-2.5 rounded-control border border-line-strong bg-surface-1 px-3.5 text-16 text-ink"
    >
      <SearchIcon />
      <span className="sr-only">Search: </span>
      {discover.query}
    </a>
    <p className="mt-2.5 text-14 text-ink-3">
      {counted(discover.workCount, 'work')} by {count(discover.creatorCount)}{' '}
      {discover.creatorCount === 1 ? 'creator' : 'creators'}
      {discover.fromPrice !== null && `, from ${price(discover.fromPrice)}`}
    </p>
  </div>
)
