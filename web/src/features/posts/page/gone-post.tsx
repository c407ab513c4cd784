import { Link } from '@tanstack/react-router'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { currentPath } from '../../../lib/routing/paths.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { texts } from './post-page-texts.ts'

/** Shown instead of a post that was deleted or is private. */
export const GonePost = ({ isMember }: { isMember: boolean }) => (
  <div className="page py-16">
    <div className="max-w-160">
      <h1 className="sr-only">{texts.goneTitle}</h1>
      <EmptyState
        title={texts.goneTitle}
        line={texts.gone}
        action={
          <Button asChild>
            {isMember ? (
              <Link to="/explore/posts">{texts.goneAction}</Link>
            ) : (
              <a href={loginUrl(currentPath())}>{texts.goneSignIn}</a>
            )}
          </Button>
        }
      />
    </div>
  </div>
)
