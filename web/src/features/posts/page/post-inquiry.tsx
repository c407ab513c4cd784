import { Link } from '@tanstack/react-router'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { price as sumOf } from '../../../lib/format/format.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import {
  hirePath,
  inquiryPath,
  hireDialog,
  inquiryDialog,
} from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { texts } from './post-page-texts.ts'

interface PostInquiryProps {
  post: Pick<Post, 'id' | 'creatorId' | 'price'>
  workId: string
  isMember: boolean
  isOwn: boolean
}

/** Buttons to hire, ask about or open the work in a post. Visitors sign in first and come back to the form. */
export function PostInquiry({ post, workId, isMember, isOwn }: PostInquiryProps) {
  const { id, creatorId, price } = post
  const here = `/post/${id}`
  return (
    <div className="mt-5 grid gap-2">
      {isOwn || !isHirable(price) ? null : (
        <Button asChild variant={isMember ? 'primary' : 'secondary'} className="tnum">
          {isMember ? (
            <Link {...hireDialog(workId)}>{texts.hireFor(sumOf(price))}</Link>
          ) : (
            <a href={loginUrl(hirePath(here, workId))}>{texts.hireFor(sumOf(price))}</a>
          )}
        </Button>
      )}
      {isOwn ? null : isMember ? (
        <Button asChild variant={isHirable(price) ? 'secondary' : 'primary'}>
          <Link {...inquiryDialog(creatorId, workId)}>{texts.inquire}</Link>
        </Button>
      ) : (
        <Button asChild>
          <a href={loginUrl(inquiryPath(here, creatorId, workId))}>{texts.inquire}</a>
        </Button>
      )}
      {isMember ? (
        <Button asChild>
          <Link to="/portfolio/$id" params={{ id: workId }}>
            {texts.seeWork}
          </Link>
        </Button>
      ) : null}
    </div>
  )
}
