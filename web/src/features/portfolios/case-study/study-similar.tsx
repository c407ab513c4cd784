import './study-similar.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { listPortfolios, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { useInSight } from '../../../lib/browser/use-in-sight.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { texts } from './study-texts.ts'

/** More than are shown, because those of the same creator are beside them already. */
const READ = 12
const SHOWN = 4

const popularQuery = (categoryId: number) =>
  answerOf(listPortfolios, { query: { categoryId, sort: 'popular', limit: READ } })

/** The most liked works of other creators in the same category. They are read once somebody scrolls this far. */
export function SimilarWorks({ work }: { work: PortfolioItem }) {
  const place = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(place)
  const [isWanted, setWanted] = useState(false)
  if (isInSight && !isWanted) setWanted(true)
  const query = useQuery({ ...popularQuery(work.category.id), enabled: isWanted })
  const works = (query.data ?? [])
    .filter(({ creatorId }) => creatorId !== work.creatorId)
    .slice(0, SHOWN)
  return (
    <div ref={place} className="page study-similar">
      {works.length === 0 ? null : (
        <section aria-labelledby="similar">
          <h2 id="similar" className="display text-24 text-ink">
            {texts.similar(work.category.name)}
          </h2>
          <ul className="study-similar-works">
            {works.map((other) => (
              <li key={other.id} style={{ flex: `${ratioOf(other.picture)} 1 0` }}>
                <Link to="/portfolio/$id" params={{ id: other.id }} className="group block">
                  <Picture
                    picture={pictureSources(other.picture)}
                    alt=""
                    sizes="(max-width: 767px) 50vw, 320px"
                  />
                  <span className="work-title mt-3 block truncate text-16 text-ink group-hover:underline">
                    {other.title}
                  </span>
                  <span className="block truncate text-14 text-ink-3">
                    {fullName(other.creator)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
