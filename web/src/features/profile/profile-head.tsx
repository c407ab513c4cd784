import '../../styles/pinned-ask.css'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarDays, Globe, Link2, MapPin, Star, Users } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Banner, Profile } from '@plinth/contract/people/users.ts'
import { count, counted, fullName, price } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { isRated } from '../../lib/format/standing.ts'
import type { PeopleKind } from '../../lib/routing/profile-search.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { postDialog } from '../../lib/routing/dialog-search.ts'
import { FollowButton } from './follow-button.tsx'
import { HireButton, InquireButton, MessageButton } from './person-buttons.tsx'
import { socialLinks, webLink, monthOf } from './profile-rules.ts'
import { texts } from './profile-texts.ts'

const PersonMenu = lazy(async () => ({
  default: (await import('./person-menu.tsx')).PersonMenu,
}))
const Unblock = lazy(async () => ({ default: (await import('./person-menu.tsx')).Unblock }))

const SIZE = 172
const PHONE_SIZE = 88

/** The portrait in the size for this window. Styles choose, since the server does not know the window. */
function Portrait({ person }: { person: Parameters<typeof faceOf>[0] }) {
  const face = faceOf(person)
  const standing = clsx('profile-portrait', person.isCreator && 'profile-standing')
  return (
    <>
      <Avatar {...face} silent size={SIZE} className={clsx(standing, 'max-tablet:hidden')} />
      <Avatar {...face} silent size={PHONE_SIZE} className={clsx(standing, 'tablet:hidden')} />
    </>
  )
}

/** One of their own works across the top. Its strip has its size before the picture is there. */
export const ProfileBanner = ({ banner }: { banner: Banner }) => (
  <div className="profile-banner">
    <Picture
      picture={pictureSources(banner.picture)}
      alt={banner.picture.alt || banner.title}
      sizes="100vw"
      fit="cover"
      priority
    />
  </div>
)

interface PersonProps {
  person: Profile
  /** Null for a visitor. */
  viewerId: string | null
}

/** The head of a profile: name, bio, figures and actions. */
export function ProfileHead({ person, viewerId }: PersonProps) {
  return (
    <div className="page profile-head">
      <Portrait person={person} />
      <div className="profile-name">
        <h1 className="display profile-heading">{fullName(person)}</h1>
        <HandleLine person={person} />
      </div>
      <div className="profile-said">
        <p className="max-w-160 text-18 whitespace-pre-line text-ink-2 max-tablet:text-16">
          {person.bio ?? texts.noBio}
        </p>
        <About person={person} isMember={viewerId !== null} />
      </div>
      <div className="profile-side">
        {person.isCreator ? (
          <CreatorFigures person={person} isMember={viewerId !== null} />
        ) : (
          <Counts person={person} isMember={viewerId !== null} />
        )}
        {person.id === viewerId ? (
          <div className="grid gap-2">
            {person.isCreator ? (
              <Button asChild variant="primary">
                <Link {...postDialog}>{texts.posts.create}</Link>
              </Button>
            ) : null}
            {person.isCreator ? (
              <Button asChild>
                <Link to="/wall">{texts.own.arrange}</Link>
              </Button>
            ) : null}
            <Button asChild>
              <Link to="/settings">{texts.own.edit}</Link>
            </Button>
          </div>
        ) : (
          <Actions person={person} viewerId={viewerId} />
        )}
      </div>
    </div>
  )
}

/** What the viewer can do on somebody else's profile. */
function Actions({ person, viewerId }: PersonProps) {
  const isMember = viewerId !== null
  const menu = isMember ? (
    <div className="size-11">
      <Suspense fallback={null}>
        <PersonMenu person={person} />
      </Suspense>
    </div>
  ) : null
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
  const asked = { person, isMember }
  const { isCreator, hireFrom } = person
  return (
    <div className="profile-doing">
      {hireFrom !== null ? (
        <HireButton {...asked} className="col-span-2 max-tablet:hidden">
          {texts.write.hireFrom(person.firstName, price(hireFrom.price))}
        </HireButton>
      ) : isCreator ? (
        <InquireButton {...asked} primary className="col-span-2" />
      ) : null}
      <FollowButton person={person} viewerId={viewerId} primary={!isCreator} plus={isCreator} />
      <MessageButton {...asked} />
      {hireFrom === null && isCreator ? (
        menu
      ) : (
        <div className="col-span-2 flex gap-2">
          <InquireButton {...asked} className="flex-1" />
          {menu}
        </div>
      )}
    </div>
  )
}

/** On phones the price and its button stay in sight. */
export function PinnedHire({ person, viewerId }: PersonProps) {
  const { hireFrom, isBlocked, firstName, id } = person
  if (hireFrom === null || isBlocked || id === viewerId) return null
  return (
    <div className="pinned-ask">
      <p className="tnum text-14 font-semibold text-ink">
        {texts.write.from(price(hireFrom.price))}
      </p>
      <HireButton person={person} isMember={viewerId !== null} className="flex-1">
        {texts.write.hire(firstName)}
      </HireButton>
    </div>
  )
}

/** The handle, and what somebody is on Plinth. */
function HandleLine({ person }: { person: Pick<Profile, 'handle' | 'isCreator' | 'isAdmin'> }) {
  const { handle, isCreator, isAdmin } = person
  if (handle === null && !isCreator && !isAdmin) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-18 text-ink-3 max-tablet:text-16">
      {handle === null ? null : <span className="wrap-anywhere">@{handle}</span>}
      {isCreator ? <Badge kind="creator" /> : null}
      {isAdmin ? <Badge kind="admin" /> : null}
    </p>
  )
}

function About({ person, isMember }: { person: Profile; isMember: boolean }) {
  const website = webLink(person.website)
  return (
    <ul aria-label={texts.about} className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
      {person.location === null ? null : (
        <Fact icon={<MapPin size={18} aria-hidden />}>{person.location}</Fact>
      )}
      {website === null ? null : (
        <Fact icon={<Link2 size={18} aria-hidden />}>
          <OutsideLink href={website.href}>{website.name}</OutsideLink>
        </Fact>
      )}
      {socialLinks(person.socialLinks).map(({ name, href }) => (
        <Fact key={name} icon={<Globe size={18} aria-hidden />}>
          <OutsideLink href={href}>{name}</OutsideLink>
        </Fact>
      ))}
      {person.isCreator && person.following > 0 ? (
        <Fact icon={<Users size={18} aria-hidden />}>
          <PeopleLink kind="following" isMember={isMember}>
            {count(person.following)} {texts.figures.following}
          </PeopleLink>
        </Fact>
      ) : null}
      <Fact icon={<CalendarDays size={18} aria-hidden />}>
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

/** What clients ask first: the rating, how many projects, how many followers. Zeros are left out. */
function CreatorFigures({ person, isMember }: { person: Profile; isMember: boolean }) {
  const { rating, projectsCompleted, followers } = person
  return (
    <ul aria-label={texts.counts.label} className="profile-counts">
      <li>
        {rating !== null && isRated(rating) ? (
          <>
            <span className="display tnum flex items-center gap-2 text-24 text-ink">
              {rating.average.toFixed(1)}
              <Star size={18} className="profile-star" aria-hidden />
            </span>
            <span className="tnum block text-14 text-ink-3">{counted(rating.count, 'review')}</span>
          </>
        ) : (
          <>
            <span className="display block text-16 text-ink">{texts.figures.isNew}</span>
            {rating === null ? null : (
              <span className="tnum block text-14 text-ink-3">
                {counted(rating.count, 'review')}
              </span>
            )}
          </>
        )}
      </li>
      {projectsCompleted === 0 ? null : (
        <li>
          <Figure value={projectsCompleted} word={texts.figures.projects(projectsCompleted)} />
        </li>
      )}
      {followers === 0 ? null : (
        <li>
          <PeopleLink kind="followers" isMember={isMember}>
            <Figure value={followers} word={texts.figures.followers(followers)} />
          </PeopleLink>
        </li>
      )}
    </ul>
  )
}

/** The counts of somebody who is no creator. */
function Counts({ person, isMember }: { person: Profile; isMember: boolean }) {
  const { postCount, followers, following } = person
  // A new profile shows no counts rather than a row of zeros.
  if (postCount + followers + following === 0) return null
  return (
    <ul aria-label={texts.counts.label} className="profile-counts">
      <li>
        <Figure value={postCount} word={texts.figures.posts(postCount)} />
      </li>
      <li>
        <PeopleLink kind="followers" isMember={isMember}>
          <Figure value={followers} word={texts.figures.followers(followers)} />
        </PeopleLink>
      </li>
      <li>
        <PeopleLink kind="following" isMember={isMember}>
          <Figure value={following} word={texts.figures.following} />
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
      className="hit block rounded-badge hover:[&>:last-child]:text-ink hover:underline"
    >
      {children}
    </Link>
  ) : (
    <>{children}</>
  )
