import { Link } from '@tanstack/react-router'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { price as sumOf } from '../../../lib/format/format.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import {
  hirePath,
  inquiryPath,
  hireDialog,
  inquiryDialog,
} from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { aboutPost } from '../card/post-counts.tsx'
import { texts } from './post-page-texts.ts'

interface PostInquiryProps {
  post: Post
  workId: string
  isMember: boolean
  isOwn: boolean
}

/** Buttons to hire, ask about or open the work in a post. Visitors sign in first and come back to the form. */
export function PostInquiry({ post, workId, isMember, isOwn }: PostInquiryProps) {
  const { id, creatorId, price } = post
  const here = `/post/${id}`
  const name = post.creator.firstName
  const about = aboutPost(post)
  return (
    <div className="mt-5 grid gap-2">
      {isOwn || !isHirable(price) ? null : (
        <Button asChild variant={isMember ? 'primary' : 'secondary'} className="tnum">
          {isMember ? (
            <Link {...hireDialog(workId)}>{texts.hireFor(sumOf(price))}</Link>
          ) : (
            <SignInLink
              act={{ kind: 'open', for: 'hire', name, path: hirePath(here, workId), about }}
            >
              {texts.hireFor(sumOf(price))}
            </SignInLink>
          )}
        </Button>
      )}
      {isOwn ? null : isMember ? (
        <Button asChild variant={isHirable(price) ? 'secondary' : 'primary'}>
          <Link {...inquiryDialog(creatorId, workId)}>{texts.inquire}</Link>
        </Button>
      ) : (
        <Button asChild>
          <SignInLink
            act={{
              kind: 'open',
              for: 'inquire',
              name,
              path: inquiryPath(here, creatorId, workId),
              about,
            }}
          >
            {texts.inquire}
          </SignInLink>
        </Button>
      )}
      <Button asChild>
        <Link to="/portfolio/$id" params={{ id: workId }}>
          {texts.seeWork}
        </Link>
      </Button>
    </div>
  )
}
