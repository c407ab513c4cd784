import { useMay } from '../../session/use-may.ts'
import { AdminHead, RIGHT_OF } from '../admin-head.tsx'
import { LacksRight } from '../lacks-right.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'

/** Where owners email members, and see what was sent. */
export function AnnouncementsPage({ viewerId }: { viewerId: string }) {
  const isOpen = useMay()(RIGHT_OF.emails)
  return (
    <>
      <AdminHead tab="emails" />
      {isOpen ? (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 desktop:grid-cols-[minmax(0,1fr)_minmax(0,494px)]">
          <AnnouncementForm viewerId={viewerId} />
          <AnnouncementList />
        </div>
      ) : (
        <LacksRight right={RIGHT_OF.emails} />
      )}
    </>
  )
}
