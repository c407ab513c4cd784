import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProfileSearch } from '../../lib/profile-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tab-panels.tsx'
import { texts } from './profile-texts.ts'

interface ProfileTabsProps {
  open: ProfileSearch['tab']
  isOwn: boolean
  portfolio: ReactNode
  saved: ReactNode
}

/** What a person shows and, for themselves alone, what they saved. The open one stands in the address. */
export function ProfileTabs({ open, isOwn, portfolio, saved }: ProfileTabsProps) {
  const navigate = useNavigate()
  const show = (tab: string) =>
    void navigate({
      to: '.',
      search: ({ tab: _tab, ...rest }) => (tab === 'saved' ? { ...rest, tab } : rest),
      replace: true,
      resetScroll: false,
    })
  return (
    <Tabs value={open ?? 'portfolio'} onValueChange={show}>
      <div className="page profile-tabs">
        <TabList label={texts.tabs.label} className="border-b border-line">
          <Tab value="portfolio">{texts.tabs.portfolio}</Tab>
          <Tab value="saved">
            {texts.tabs.saved}
            <Lock size={16} aria-hidden />
            <span className="sr-only">{texts.tabs.savedIsPrivate}</span>
          </Tab>
        </TabList>
      </div>
      <TabPanel value="portfolio" className="profile-panel">
        <h2 className="sr-only">{texts.portfolio.heading}</h2>
        {portfolio}
      </TabPanel>
      <TabPanel value="saved" className="profile-panel">
        <h2 className="sr-only">{texts.saved.heading}</h2>
        <div className="page">
          {isOwn ? (
            saved
          ) : (
            <div className="max-w-160">
              <EmptyState title={texts.saved.private} line={texts.saved.privateLine} />
            </div>
          )}
        </div>
      </TabPanel>
    </Tabs>
  )
}
