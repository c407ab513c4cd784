import './home.css'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { Home, HomeWork } from '@plinth/contract/people/home.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { workDialog } from '../../../lib/routing/dialog-search.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { SectionHead } from './section-head.tsx'
import { texts } from './home-texts.ts'

const PER_LEDGE = 3
const shapeOf = ({ picture: { width, height } }: HomeWork): CSSProperties =>
  ({ '--root-ar': Math.sqrt(width / height) }) as CSSProperties

/** The works last saved, three on a ledge. */
export function LatestSaves({ works }: { works: Home['saved'] }) {
  const ledges = Array.from({ length: Math.ceil(works.length / PER_LEDGE) }, (_, at) =>
    works.slice(at * PER_LEDGE, (at + 1) * PER_LEDGE),
  )
  return (
    <section aria-labelledby="latest-saves" className="home-section">
      <SectionHead id="latest-saves" title={texts.saved.heading} note={texts.saved.private}>
        {works.length === 0 ? null : (
          <Link to="/saved-posts" search={{ show: 'works' }} className="text-link hit">
            {texts.saved.all}
          </Link>
        )}
      </SectionHead>
      {works.length === 0 ? (
        <p className="text-16 text-ink-3">{texts.saved.empty}</p>
      ) : (
        <div className="home-saves no-scrollbar">
          {ledges.map((ledge) => (
            <div key={ledge[0]?.id} className="home-save">
              <ul className="home-save-row">
                {ledge.map((work) => (
                  <li key={work.id} className="work" style={shapeOf(work)}>
                    <Link
                      {...workDialog(work.id)}
                      className="work-link home-work-link"
                      aria-label={`${work.title}, ${fullName(work.creator)}`}
                    />
                    <div className="work-picture" data-work={work.id}>
                      <Picture picture={pictureSources(work.picture)} sizes="140px" alt="" />
                    </div>
                  </li>
                ))}
              </ul>
              <Ledge />
              <p aria-hidden className="mt-3 truncate text-14 text-ink-3">
                {ledge.map(({ title }) => title).join(', ')}
              </p>
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

/** The newest works of people whom the viewer follows, in one row. */
export function NewWorks({ followed: { works, thisWeek } }: { followed: Home['followed'] }) {
  return (
    <section aria-labelledby="new-works" className="home-section">
      <SectionHead id="new-works" title={texts.followed.heading}>
        {works.length === 0 ? (
          <Link to="/explore" className="text-link hit">
            {texts.followed.find}
          </Link>
        ) : (
          <Link to="/explore/posts" search={{ order: 'following' }} className="text-link hit">
            {texts.followed.all(thisWeek, works.length)}
          </Link>
        )}
      </SectionHead>
      {works.length === 0 ? (
        <p className="text-16 text-ink-3">{texts.followed.empty}</p>
      ) : (
        <div className="home-new">
          <ul className="home-new-row no-scrollbar">
            {works.map((work) => (
              <li key={work.id} className="work" style={shapeOf(work)}>
                <div className="work-picture" data-work={work.id}>
                  <Picture
                    picture={pictureSources(work.picture)}
                    sizes="(max-width: 720px) 70vw, 280px"
                  />
                </div>
                <div className="home-placard">
                  <h3 className="work-title truncate text-16 text-ink">
                    <Link {...workDialog(work.id)} className="work-link">
                      {work.title}
                    </Link>
                  </h3>
                  <p className="truncate text-14 text-ink-3">
                    <span className="text-ink-2">{fullName(work.creator)},</span> {work.category}
                  </p>
                  <p className="mt-1 text-14 font-semibold text-ink tnum">
                    {work.startingPrice === null
                      ? texts.followed.onInquiry
                      : texts.followed.from(price(work.startingPrice))}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <Ledge className="home-new-line" />
        </div>
      )}
    </section>
  )
}
