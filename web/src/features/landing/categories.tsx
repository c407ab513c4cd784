import { CATEGORIES } from '@plinth/contract/choices.ts'
import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import type { Picture as ContractPicture } from '@plinth/contract/media/media.ts'
import type { Category } from '@plinth/contract/portfolios/portfolios.ts'
import { clsx } from 'clsx'
import { counted } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import { texts } from './landing-texts.ts'

/** Six categories as doors of two heights. Each leads to its works. */
export function Categories({
  doors,
  categories,
}: {
  doors: Landing['doors']
  categories: readonly Category[]
}) {
  return (
    <section className="page pt-18 pb-18 tablet:pt-24 tablet:pb-24" aria-labelledby="rooms">
      <div className="gap-x-(--gutter) desktop:flex desktop:items-end desktop:justify-between">
        <h2 id="rooms" className="text-44 display">
          {texts.doorsTitle}
        </h2>
        <p className="text-18 max-desktop:mt-3 desktop:w-114">{texts.doorsLead}</p>
      </div>
      <ul className="mt-8 grid grid-cols-3 gap-x-(--gutter) gap-y-3 tablet:gap-y-8 desktop:grid-cols-6">
        {CATEGORIES.map(({ slug, name }, index) => {
          const door = doors.find((candidate) => candidate.slug === slug)
          const works =
            categories.find((category) => category.slug === slug)?.workCount ?? door?.workCount ?? 0
          return (
            <li key={slug}>
              <a href={`/explore?category=${slug}`} className="group block">
                <span className="flex h-[190px] items-end tablet:h-[400px]">
                  <span className={clsx('block w-full', heightOf(index))}>
                    {door ? <CategoryPicture picture={door.picture} /> : <EmptyCategory />}
                  </span>
                </span>
                <span className="mt-3.5 block text-14 leading-4.5 text-ink display group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4 tablet:text-20 tablet:leading-6.5">
                  {name}
                </span>
                {works > 0 && (
                  <span className="tnum mt-1 block text-14 text-ink-3">
                    {counted(works, 'work')}
                  </span>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Alternates tall and low; on phones the second row of three begins with a low one. */
const heightOf = (index: number): string =>
  [0, 2, 4].includes(index) ? 'h-full' : 'h-[166px] tablet:h-[352px]'

/** A tall work stands whole in its lit door, so that no lettering is cut off. A wide one fills the door. */
const CategoryPicture = ({ picture }: { picture: ContractPicture }) => {
  const ratio = picture.width / picture.height
  const isTall = ratio < 0.9
  const wide = (door: number, height: number) =>
    isTall ? door : Math.round(Math.max(door, height * ratio))
  return (
    <span className="door">
      <PlainPicture
        picture={pictureSources(picture)}
        fit={isTall ? 'natural' : 'cover'}
        className="max-h-full object-cover"
        // Decorative: the category's name is below.
        alt=""
        sizes={`(max-width: 720px) ${wide(120, 190)}px, (max-width: 1100px) ${wide(300, 400)}px, ${wide(204, 400)}px`}
      />
    </span>
  )
}

/** A category without works yet, lit by its lamp. */
const EmptyCategory = () => <span className="door" />
