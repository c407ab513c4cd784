import type { ReactNode } from 'react'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { ShieldCheck } from 'lucide-react'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { OriginIcon } from './origin-icon.tsx'
import { changesOf, fieldsOf, type RightsFields } from './rights-form.ts'
import { rightsTexts as texts } from './rights-texts.ts'

interface RightsPreviewProps {
  work: PortfolioItem
  fields: RightsFields
}

/** The work with the lines that people see once the answers are saved. */
export const RightsPreview = ({ work, fields }: RightsPreviewProps) => (
  <aside aria-label={texts.preview} className="rights-preview">
    <p className="mb-3 text-14 text-ink-3">{texts.preview}</p>
    <Picture
      picture={pictureSources(work.picture)}
      alt={work.picture.alt}
      sizes="(min-width: 1024px) 320px, 80vw"
      className="rights-picture"
      style={{ aspectRatio: `${work.picture.width} / ${work.picture.height}` }}
    />
    <Ledge glow={40} />
    <p className="work-title mt-4 text-24 text-ink">{work.title}</p>
    <p className="mt-0.5 mb-4 text-16 text-ink-2">{`${fullName(work.creator)}, ${work.category.name}`}</p>
    <ul>
      <OriginLine work={work} fields={fields} />
      {fields.isReserved ? (
        <Line
          icon={<ShieldCheck size={20} aria-hidden className="shrink-0" />}
          title={texts.reserved}
          line={work.isReservedInFiles === true ? texts.reservedFileLine : texts.reservedLine}
        />
      ) : null}
    </ul>
  </aside>
)

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })
/** The day in full; today without a time. */
const dayOf = (time: string | undefined): string =>
  day.format(time === undefined ? new Date() : new Date(time))

function OriginLine({ work, fields }: RightsPreviewProps) {
  const { firstName } = work.creator
  const label = ORIGINS.find(({ value }) => value === fields.origin)?.label
  if (label === undefined) {
    return (
      <Line
        icon={<OriginIcon kind="" size={20} />}
        title={texts.unsaid}
        line={texts.unsaidLine(firstName)}
      />
    )
  }
  const isSaid = changesOf(fieldsOf(work), { ...fields, isReserved: work.isReserved }).length === 0
  const said = texts.said(firstName, dayOf(isSaid && work.origin ? work.origin.saidAt : undefined))
  const parts = fields.origin === 'ai_assisted' ? fields.parts.trim() : ''
  return (
    <Line
      icon={<OriginIcon kind={fields.origin} size={20} />}
      title={label}
      line={parts === '' ? said : texts.saidParts(parts, said)}
    />
  )
}

const Line = ({ icon, title, line }: { icon: ReactNode; title: string; line: string }) => (
  <li className="flex items-center gap-4 rights-line">
    {icon}
    <div className="min-w-0">
      <p className="font-semibold text-ink">{title}</p>
      <p className="text-14 break-words text-ink-3">{line}</p>
    </div>
  </li>
)
