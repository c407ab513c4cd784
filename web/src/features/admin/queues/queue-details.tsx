import { Link } from '@tanstack/react-router'
import type { Picture as PictureData } from '@plinth/contract/media/media.ts'
import type { ReportKind } from '@plinth/contract/moderation/moderation.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { type QueueFact, mailTo, nameOf } from './queue-rules.ts'
import { queueTexts as texts } from './queue-texts.ts'

/** A work on its ledge, as large as fits. */
export const QueueWork = ({ picture }: { picture: PictureData }) => (
  <div>
    <div className="grid h-75 place-items-end justify-center bg-wall-deep px-6 pt-6">
      <Picture
        picture={pictureSources(picture)}
        sizes="446px"
        className="h-auto! max-h-69 w-auto! max-w-full"
      />
    </div>
    <Ledge glow={32} />
  </div>
)

/** The small picture or avatar of a row. */
export const QueueThumb = ({
  picture,
  person,
}: {
  picture?: PictureData | null
  person: Creator | null
}) =>
  picture === null || picture === undefined ? (
    <Avatar
      name={nameOf(person)}
      src={person?.profileImageUrl ?? null}
      creator={person?.isCreator ?? false}
      size={44}
    />
  ) : (
    <Picture
      picture={pictureSources(picture)}
      sizes="88px"
      alt=""
      className="h-auto! max-h-16 w-auto! max-w-full"
    />
  )

/** A person's name with a link to their profile. */
export const QueuePerson = ({ person }: { person: Creator | null }) =>
  person === null ? (
    <span>{texts.deleted}</span>
  ) : (
    <Link {...toPerson(person)} className="hit font-semibold text-ink hover:underline">
      {fullName(person)}
    </Link>
  )

/** Leads to the whole case of a reported or appealed thing. */
export const CaseLink = ({ kind, id }: { kind: ReportKind; id: string }) => (
  <Link
    to="/admin/cases/$kind/$id"
    params={{ kind, id }}
    className="text-link hit mt-3 inline-block text-14 font-semibold"
  >
    {texts.openCase}
  </Link>
)

/** An email address as a link. */
export const QueueMail = ({ address }: { address: string }) => (
  <a href={mailTo(address)} className="text-link hit">
    {address}
  </a>
)

/** Facts in two columns: label and value. */
export const QueueFacts = ({ facts }: { facts: readonly QueueFact[] }) => (
  <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-14">
    {facts.map(([what, is]) => (
      <div key={what} className="contents">
        <dt className="text-ink-3">{what}</dt>
        <dd className="break-words whitespace-pre-line text-ink">{is}</dd>
      </div>
    ))}
  </dl>
)
