import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '@plinth/contract/people/users.ts'
import type { ProfileTab } from '../../lib/routing/profile-search.ts'
import { count } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tab-panels.tsx'
import { firstTab, shownTabs } from './profile-rules.ts'
import { texts } from './profile-texts.ts'

interface ProfileTabsProps {
  open: ProfileTab | undefined
  isOwn: boolean
  person: Profile
  posts: ReactNode
  portfolio: ReactNode
  boards: ReactNode
  reviews: ReactNode
  saved: ReactNode
}

/** What a person shows and, for themselves alone, what they saved. The open tab is in the address. */
export function ProfileTabs({ open, isOwn, person, ...panels }: ProfileTabsProps) {
  const navigate = useNavigate()
  const first = firstTab(person)
  const tabs = shownTabs(person, isOwn)
  const show = (tab: string) =>
    void navigate({
      to: '.',
      search: ({ tab: _tab, ...rest }) => {
        const chosen = tabs.find((one) => one === tab)
        return chosen === undefined || chosen === first ? rest : { ...rest, tab: chosen }
      },
      replace: true,
      resetScroll: false,
    })
  const counts = {
    portfolio: person.workCount,
    posts: person.postCount,
    boards: person.boardCount,
    reviews: person.rating?.count ?? 0,
    saved: 0,
  }
  return (
    <Tabs value={open ?? first} onValueChange={show}>
      <div className="page profile-tabs">
        <TabList label={texts.tabs.label} className="border-b border-line">
          {tabs.map((tab) => (
            <Tab key={tab} value={tab}>
              {texts.tabs[tab]}
              {counts[tab] === 0 ? null : <span className="tnum">{count(counts[tab])}</span>}
              {tab === 'saved' ? (
                <>
                  <Lock size={16} aria-hidden />
                  <span className="sr-only">{texts.tabs.savedIsPrivate}</span>
                </>
              ) : null}
            </Tab>
          ))}
        </TabList>
        {/* Tabs are buttons, which do nothing before scripts have loaded. */}
        <noscript>
          <p className="mt-3 flex gap-6">
            {tabs.map((tab) => (
              <a key={tab} href={`?tab=${tab}`} className="text-link hit text-14">
                {texts.tabs[tab]}
              </a>
            ))}
          </p>
        </noscript>
      </div>
      <TabPanel value="portfolio" className="profile-panel">
        <h2 className="sr-only">{texts.portfolio.heading}</h2>
        {panels.portfolio}
      </TabPanel>
      <TabPanel value="posts" className="profile-panel">
        <h2 className="sr-only">{texts.posts.heading}</h2>
        <div className="page">{panels.posts}</div>
      </TabPanel>
      <TabPanel value="boards" className="profile-panel">
        <h2 className="sr-only">{texts.tabs.boards}</h2>
        <div className="page">{panels.boards}</div>
      </TabPanel>
      <TabPanel value="reviews" className="profile-panel profile-reviews">
        {panels.reviews}
      </TabPanel>
      <TabPanel value="saved" className="profile-panel">
        <div className="page">
          {isOwn ? (
            panels.saved
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
