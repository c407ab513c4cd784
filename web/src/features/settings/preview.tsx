import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { price } from '../../lib/format/format.ts'
import { profileTokens } from '../../lib/colours/profile.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { shownColours, type ProfileFields } from './profile-form.ts'
import { firstWorksQuery } from './settings-api.ts'
import { texts } from './settings-texts.ts'

const { preview: words } = texts

/** The viewer's profile as it would be, in its own colours. Nothing in it can be used. */
export function Preview({ own, fields }: { own: OwnUser; fields: ProfileFields }) {
  const works = useQuery({ ...firstWorksQuery(own.id), enabled: own.isCreator }).data ?? []
  const name = `${fields.firstName} ${fields.lastName}`.trim()
  const [first] = works
  return (
    <div inert aria-hidden className="settings-preview" style={profileTokens(shownColours(fields))}>
      <div className="flex items-end gap-4">
        <Avatar name={name} src={fields.portrait || null} creator={own.isCreator} size={80} />
        <div className="min-w-0 pb-1">
          {own.isCreator ? <Badge kind="creator" className="mb-2" /> : null}
          <p className="display text-24 leading-tight break-words text-ink">{name}</p>
        </div>
      </div>
      <p className="mt-5 line-clamp-3 text-14 whitespace-pre-line">{fields.bio || words.noBio}</p>
      <div className="mt-4 flex gap-2">
        <span className={buttonVariants({ variant: 'primary' })}>{words.follow}</span>
        <span className={buttonVariants({})}>{words.message}</span>
      </div>
      <div className="mt-5 flex gap-5 border-b border-line text-14 font-semibold">
        <span className="border-b-3 border-accent pb-2 text-ink">
          {own.isCreator ? words.portfolio : words.posts}
        </span>
        {own.isCreator ? <span className="pb-2 text-ink-3">{words.posts}</span> : null}
      </div>
      {first === undefined ? null : (
        <>
          <div className="mt-5 flex items-end gap-2">
            {works.map((work) => (
              <img
                key={work.id}
                src={work.imageUrl}
                alt=""
                width={work.picture.width}
                height={work.picture.height}
                className="block h-auto min-w-0 flex-1"
              />
            ))}
          </div>
          <Ledge glow={40} />
          <p className="display mt-5 text-16 text-ink italic">{first.title}</p>
          {first.startingPrice === null ? null : (
            <p className="mt-1 text-13 text-ink-3">{words.from(price(first.startingPrice))}</p>
          )}
        </>
      )}
    </div>
  )
}
