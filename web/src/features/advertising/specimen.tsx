import { useQuery } from '@tanstack/react-query'
import { pictureSources } from '../../lib/media/sources.ts'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { featuredQuery } from './advertising-api.ts'
import { texts } from './advertising-texts.ts'

/** Where the label of what is paid for stands. A featured work shows the place; nobody paid for it. */
export function Specimen() {
  const featured = useQuery(featuredQuery).data ?? []
  const picture = featured.find((work) => work.picture.width > work.picture.height)?.picture
  return (
    <figure>
      <div className="ad-specimen">
        {picture === undefined ? (
          <div aria-hidden data-empty />
        ) : (
          <Picture picture={pictureSources(picture)} sizes="260px" alt="" />
        )}
        <figcaption className="min-w-0 text-13">
          <strong className="block font-semibold text-ink">{texts.specimen.label}</strong>
          <span className="block text-ink-3">{texts.specimen.line}</span>
        </figcaption>
      </div>
      <Ledge glow={30} />
    </figure>
  )
}
