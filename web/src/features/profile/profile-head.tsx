import { Link, useLocation } from '@tanstack/react-router'
import { CalendarDays, Globe, Link2, MapPin } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Profile } from '@plinth/contract/people/users.ts'
import { count, fullName } from '../../lib/format/format.ts'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import type { PeopleKind } from '../../lib/routing/profile-search.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import {
  inquiryDialog,
  inquiryPath,
  messageDialog,
  messagePath,
  postDialog,
} from '../../lib/routing/dialog-search.ts'
import { SignInLink } from '../session/sign-in-link.tsx'
import { FollowButton } from './follow-button.tsx'
import { socialLinks, webLink, monthOf } from './profile-rules.ts'
import { texts } from './profile-texts.ts'

const PersonMenu = lazy(async () => ({
  default: (await import('./person-menu.tsx')).PersonMenu,
}))
const Unblock = lazy(async () => ({ default: (await import('./person-menu.tsx')).Unblock }))

export const PORTRAIT = 168
export const PHONE_PORTRAIT = 88

/** The head of a profile: name, bio, counts and actions. */
export function ProfileHead({ person, viewerId }: { person: Profile; viewerId: string | null }) {
  const phone = usePhone()
  const name = fullName(person)
  return (
    <div className="page profile-head">
      <Avatar
        {...faceOf(person)}
        size={phone ? PHONE_PORTRAIT : PORTRAIT}
        className={person.isCreator ? 'profile-portrait profile-standing' : 'profile-portrait'}
      />
      <div className="profile-name">
        <RoleBadges person={person} />
        <h1 className="display profile-heading">{name}</h1>
      </div>
      <div className="profile-said">
        <p className="max-w-148 text-18 whitespace-pre-line text-ink-2 max-tablet:text-16">
          {person.bio ?? texts.noBio}
        </p>
        <About person={person} />
      </div>
      <div className="profile-side">
        <Counts person={person} isMember={viewerId !== null} />
        {viewerId === null ? (
          <VisitorActions person={person} />
        ) : person.id !== viewerId ? (
          <Actions person={person} viewerId={viewerId} />
        ) : (
          <div className="grid gap-2">
            {person.isCreator ? (
              <Button asChild variant="primary">
                <Link {...postDialog}>{texts.posts.create}</Link>
              </Button>
            ) : null}
            <Button asChild>
              <Link to="/settings">{texts.own.edit}</Link>
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** What a visitor can ask for; each needs an account. */
function VisitorActions({ person }: { person: Profile }) {
  const { id, firstName: name } = person
  const here = useLocation({ select: ({ pathname }) => pathname })
  const about = { title: fullName(person), image: person.profileImageUrl }
  return (
    <div className="profile-doing">
      <Button asChild variant="primary">
        <SignInLink act={{ kind: 'follow', id, name, about }}>{texts.follow.follow}</SignInLink>
      </Button>
      <Button asChild>
        <SignInLink
          act={{ kind: 'open', for: 'message', name, path: messagePath(here, id), about }}
        >
          {texts.write.message}
        </SignInLink>
      </Button>
      <Button asChild className="col-span-2">
        <SignInLink
          act={{ kind: 'open', for: 'inquire', name, path: inquiryPath(here, id), about }}
        >
          {texts.write.inquire}
        </SignInLink>
      </Button>
    </div>
  )
}

/** What the viewer can do on somebody else's profile. */
function Actions({ person, viewerId }: { person: Profile; viewerId: string }) {
  const menu = (
    <div className="size-11">
      <Suspense fallback={null}>
        <PersonMenu person={person} />
      </Suspense>
    </div>
  )
  if (person.isBlocked) {
    return (
      <div className="flex min-h-11 flex-wrap gap-x-4 gap-y-2">
        <Suspense fallback={null}>
          <Unblock person={person} />
        </Suspense>
        {menu}
      </div>
    )
  }
  return (
    <div className="profile-doing">
      <FollowButton person={person} viewerId={viewerId} primary />
      <Button asChild>
        <Link {...messageDialog(person.id)}>{texts.write.message}</Link>
      </Button>
      <div className="col-span-2 flex gap-2">
        <Button asChild className="flex-1">
          <Link {...inquiryDialog(person.id)}>{texts.write.inquire}</Link>
        </Button>
        {menu}
      </div>
    </div>
  )
}

export const RoleBadges = ({ person }: { person: Pick<Profile, 'isCreator' | 'isAdmin'> }) =>
  person.isCreator || person.isAdmin ? (
    <p className="flex gap-2">
      {person.isCreator ? <Badge kind="creator" /> : null}
      {person.isAdmin ? <Badge kind="admin" /> : null}
    </p>
  ) : null

function About({ person }: { person: Profile }) {
  const website = webLink(person.website)
  return (
    <ul aria-label={texts.about} className="flex flex-wrap gap-y-3 gap-x-5 mt-4">
      {person.location === null ? null : (
        <Fact icon={<MapPin size={16} aria-hidden />}>{person.location}</Fact>
      )}
      {website === null ? null : (
        <Fact icon={<Link2 size={16} aria-hidden />}>
          <OutsideLink href={website.href}>{website.name}</OutsideLink>
        </Fact>
      )}
      {socialLinks(person.socialLinks).map(({ name, href }) => (
        <Fact key={name} icon={<Globe size={16} aria-hidden />}>
          <OutsideLink href={href}>{name}</OutsideLink>
        </Fact>
      ))}
      <Fact icon={<CalendarDays size={16} aria-hidden />}>
        {texts.joined(monthOf(person.createdAt))}
      </Fact>
    </ul>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-w-0 items-center gap-2 text-ink-3">
    {icon}
    <span className="min-w-0 text-14 text-ink-2">{children}</span>
  </li>
)

/** A link that a person gave: it passes no weight to search engines and gives no access to this window. */
const OutsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="ugc nofollow noopener" className="text-link hit break-words">
    {children}
  </a>
)

function Counts({ person, isMember }: { person: Profile; isMember: boolean }) {
  const { postCount, followers, following } = person
  // A new profile shows no counts rather than a row of zeros.
  if (postCount + followers + following === 0) return null
  return (
    <ul aria-label={texts.counts.label} className="profile-counts">
      <li>
        <Figure value={postCount} word={texts.counts.posts(postCount)} />
      </li>
      <li>
        <PeopleLink kind="followers" isMember={isMember}>
          <Figure value={followers} word={texts.counts.followers(followers)} />
        </PeopleLink>
      </li>
      <li>
        <PeopleLink kind="following" isMember={isMember}>
          <Figure value={following} word={texts.counts.following} />
        </PeopleLink>
      </li>
    </ul>
  )
}

export const Figure = ({ value, word }: { value: number; word: string }) => (
  <>
    <span className="display tnum block text-24 text-ink">{count(value)}</span>{' '}
    <span className="block text-14 text-ink-3">{word}</span>
  </>
)

/** Opens the list of people over the profile. Visitors see only how many. */
const PeopleLink = ({
  kind,
  isMember,
  children,
}: {
  kind: PeopleKind
  isMember: boolean
  children: ReactNode
}) =>
  isMember ? (
    <Link
      to="."
      search={(previous) => ({ ...previous, people: kind })}
      resetScroll={false}
      className="block rounded-badge hover:[&>:last-child]:text-ink"
    >
      {children}
    </Link>
  ) : (
    <>{children}</>
  )
