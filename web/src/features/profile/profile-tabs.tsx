import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Rating } from '@plinth/contract/projects/rating.ts'
import type { ProfileSearch } from '../../lib/routing/profile-search.ts'
import { ratingWords } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tab-panels.tsx'
import { texts } from './profile-texts.ts'

interface ProfileTabsProps {
  open: ProfileSearch['tab']
  isOwn: boolean
  rating: Rating | null
  posts: ReactNode
  portfolio: ReactNode
  saved: ReactNode
}

/** What a person shows and, for themselves alone, what they saved. The open tab is in the address. */
export function ProfileTabs({ open, isOwn, rating, posts, portfolio, saved }: ProfileTabsProps) {
  const navigate = useNavigate()
  const show = (tab: string) =>
    void navigate({
      to: '.',
      search: ({ tab: _tab, ...rest }) =>
        tab === 'portfolio' || tab === 'saved' ? { ...rest, tab } : rest,
      replace: true,
      resetScroll: false,
    })
  return (
    <Tabs value={open ?? 'posts'} onValueChange={show}>
      <div className="page profile-tabs relative mt-10 max-tablet:mt-6">
        <TabList label={texts.tabs.label} className="border-b border-line">
          <Tab value="posts">{texts.tabs.posts}</Tab>
          <Tab value="portfolio">{texts.tabs.portfolio}</Tab>
          <Tab value="saved">
            {texts.tabs.saved}
            <Lock size={16} aria-hidden />
            <span className="sr-only">{texts.tabs.savedIsPrivate}</span>
          </Tab>
        </TabList>
        {rating === null ? null : <p className="profile-rating tnum">{ratingWords(rating)}</p>}
      </div>
      <TabPanel value="posts" className="profile-panel">
        <h2 className="sr-only">{texts.posts.heading}</h2>
        <div className="page">{posts}</div>
      </TabPanel>
      <TabPanel value="portfolio" className="profile-panel">
        <h2 className="sr-only">{texts.portfolio.heading}</h2>
        {portfolio}
      </TabPanel>
      <TabPanel value="saved" className="profile-panel">
        <div className="page">
          {isOwn ? (
            saved
          ) : (
            <>
              <h2 className="sr-only">{texts.saved.heading}</h2>
              <div className="max-w-160">
                <EmptyState title={texts.saved.private} line={texts.saved.privateLine} />
              </div>
            </>
          )}
        </div>
      </TabPanel>
    </Tabs>
  )
}
