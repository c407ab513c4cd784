import { lazy, Suspense } from 'react'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { inBrowser } from '../../../lib/browser/environment.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { COMPARED_SIZES, Missing, StudyShot, type ShownFiles } from './study-media.tsx'
import { texts } from './study-texts.ts'

const Halves = lazy(async () => ({
  default: (await inBrowser(() => import('./study-halves.tsx'))).Halves,
}))

type Compare = Extract<Block, { type: 'compare' }>
type Pair = Record<'before' | 'after', NonNullable<Compare['before']>>

/** Before and after, with the words beside them. */
export function StudyCompare({ compare, files }: { compare: Compare; files: ShownFiles }) {
  const { before, after, title, text } = compare
  const only = before === null ? after : after === null ? before : null
  const hasWords = title.trim() !== '' || text.trim() !== ''
  return (
    <div className="study-compare">
      {hasWords ? (
        <div className="study-compare-words">
          {title.trim() === '' ? null : <h2 className="display text-24 text-ink">{title}</h2>}
          {text.trim() === '' ? null : <p className="mt-3 text-16 text-ink-2">{text}</p>}
        </div>
      ) : null}
      {only !== null ? <StudyShot shot={only} width="measure" files={files} /> : null}
      {before !== null && after !== null ? (
        <Slider pair={{ before, after }} files={files} title={title} />
      ) : null}
    </div>
  )
}

function Slider({ pair, files, title }: { pair: Pair; files: ShownFiles; title: string }) {
  const [before, after] = [files[pair.before.mediaId], files[pair.after.mediaId]]
  return (
    <figure className="study-shot" data-width="measure">
      {before === undefined || after === undefined ? (
        <Missing />
      ) : (
        <Suspense
          fallback={<Picture picture={pictureSources(after.picture)} sizes={COMPARED_SIZES} />}
        >
          <Halves before={before.picture} after={after.picture} label={texts.compare(title)} />
        </Suspense>
      )}
      <figcaption className="study-caption flex justify-between gap-6">
        <span>{pair.before.caption || texts.before}</span>
        <span className="text-right">{pair.after.caption || texts.after}</span>
      </figcaption>
    </figure>
  )
}
