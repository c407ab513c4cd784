import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { toUpload } from '../../features/navigation/links.ts'
import { profileQuery } from '../../features/profile/profile-api.ts'
import { texts } from '../../features/profile/profile-texts.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** The empty state of somebody's works. */
export function NoWorks({ id, isOwn }: { id: string; isOwn: boolean }) {
  const person = useQuery(profileQuery(id)).data
  if (!person) return null
  const { empty, emptyOwn, emptyOther, emptyFollower, upload } = texts.portfolio
  const line = isOwn ? emptyOwn : emptyOther(person.firstName)
  return (
    <div className="page">
      <div className="max-w-160">
        <EmptyState
          title={empty}
          line={person.isCreator ? line : emptyFollower}
          action={
            isOwn && person.isCreator ? (
              <Button asChild>
                <Link {...toUpload}>{upload}</Link>
              </Button>
            ) : undefined
          }
        />
      </div>
    </div>
  )
}
