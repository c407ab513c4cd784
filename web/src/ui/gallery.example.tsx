import { Bookmark, Eye, Heart, MessageCircle, Share2, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Avatar } from './layout/avatar.tsx'
import { Badge, CountDot } from './layout/badge.tsx'
import { Button } from './actions/button.tsx'
import { ConfirmDialog, Dialog, DialogFooter } from './overlay/dialog.tsx'
import { EmptyState } from './feedback/empty-state.tsx'
import { Failure } from './feedback/failure.tsx'
import { Field } from './form/field.tsx'
import { IconButton } from './actions/icon-button.tsx'
import { PlinthMark } from './layout/logo.tsx'
import { Menu, MenuItem, MenuLine } from './overlay/menu.tsx'
import { Plinth } from './wall/plinth.tsx'
import { Progress } from './feedback/progress.tsx'
import { Select } from './form/select.tsx'
import { LedgeSkeleton, Skeleton, WallSkeleton } from './feedback/skeleton.tsx'
import { Switch } from './form/switch.tsx'
import { Tab, TabList, TabPanel, Tabs } from './layout/tab-panels.tsx'
import { FilterTab } from './layout/tabs.tsx'
import { SearchInput, TextArea, TextInput } from './form/text-input.tsx'
import { ToastOutlet } from './feedback/toast-outlet.tsx'
import { toast } from './feedback/toast.ts'
import { TooltipProvider } from './overlay/tooltip.tsx'

const TIMELINES = ['ASAP', '1-2 weeks', '2-4 weeks', '1-2 months'].map((label) => ({
  value: label,
  label,
}))

const Part = ({
  title,
  className,
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) => (
  <section className={className}>
    <h2 className="border-b border-line pb-2 text-14 font-medium text-ink-3">{title}</h2>
    <div className="pt-4">{children}</div>
  </section>
)

/** Every component in its states, at `/gallery` of the development server. */
export function Gallery() {
  return (
    <TooltipProvider>
      <main className="page py-8">
        <h1 className="flex items-end gap-4.5 text-44 display">
          <PlinthMark size={40} /> Plinth
        </h1>
        <div className="mt-6 grid grid-cols-12 gap-x-12 gap-y-14 *:col-span-12 *:min-w-0">
          <Part title="Buttons" className="desktop:col-span-7!">
            <Buttons />
          </Part>
          <Part title="Badges" className="desktop:col-span-5!">
            <BadgesAndAvatars />
          </Part>
          <Part title="Inputs">
            <Inputs />
          </Part>
          <Part title="Tabs" className="desktop:col-span-6!">
            <TabsAndFilters />
          </Part>
          <Part title="Counts and price" className="desktop:col-span-6!">
            <Counts />
          </Part>
          <Part title="Skeletons, ledge, plinth">
            <Shapes />
          </Part>
          <Part title="Dialogs, menu and toasts" className="desktop:col-span-7!">
            <Raised />
          </Part>
          <Part title="Empty state, failure and progress" className="desktop:col-span-5!">
            <div className="grid gap-5">
              <div className="bg-surface-1">
                <EmptyState
                  title="No posts to show"
                  line="Follow someone and their new work appears here."
                />
              </div>
              <Progress value={0.64} label="Upload" />
              <Failure
                title="Failed to fetch portfolios"
                line="We can’t reach Plinth."
                onRetry={() => toast({ title: 'Trying' })}
              />
            </div>
          </Part>
        </div>
      </main>
      <ToastOutlet />
    </TooltipProvider>
  )
}

const Buttons = () => (
  <div className="grid gap-4">
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary">Hire for $450</Button>
      <Button variant="primary" disabled>
        Disabled
      </Button>
      <Button variant="primary" busy="Sending...">
        Send Business Inquiry
      </Button>
    </div>
    <div className="flex flex-wrap items-center gap-3">
      <Button>Send Business Inquiry</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="quiet-danger">Delete</Button>
      <Button variant="danger">Delete account</Button>
    </div>
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" size={52}>
        <Upload size={18} aria-hidden /> Upload
      </Button>
      <Button size={36}>Small, desktop only</Button>
      <IconButton name="Share" tone="filled">
        <Share2 size={20} aria-hidden />
      </IconButton>
      <a href="#top" className="text-link">
        Text link
      </a>
      <a href="#top" className="text-link text-accent-text!">
        Accent link
      </a>
    </div>
  </div>
)

const BadgesAndAvatars = () => (
  <>
    <div className="flex flex-wrap items-center gap-2.5">
      <Badge kind="featured" />
      <Badge kind="creator" />
      <Badge kind="admin" />
      <Badge kind="pending" />
      <Badge kind="business" />
      <Badge kind="approved" />
      <Badge kind="danger">2 reports</Badge>
      <CountDot value={3} label="3 unread" />
      <CountDot value={2} label="2 reports" tone="danger" />
    </div>
    <div className="mt-6 flex items-end gap-5">
      <Avatar name="Marit Solheim" src={null} creator size={64} />
      <Avatar name="Tomás Arrieta" src={null} creator size={48} />
      <Avatar name="Kenji Mori" src={null} creator size={32} />
      <Avatar name="Adaeze Nwosu" src={null} creator size={24} />
      <Avatar name="Yuki Tanabe" src={null} creator={false} size={48} />
    </div>
  </>
)

function Inputs() {
  const [timeline, setTimeline] = useState<string>()
  const [search, setSearch] = useState('')
  return (
    <div className="grid gap-x-6 gap-y-5 tablet:grid-cols-3">
      <Field label="Title">{(control) => <TextInput {...control} defaultValue="Moon Jar" />}</Field>
      <Field label="Website" hint="Where people find you elsewhere">
        {(control) => <TextInput {...control} placeholder="maritsolheim.no" />}
      </Field>
      <Field label="Budget" error="Please select a budget range">
        {(control) => (
          <Select
            {...control}
            options={TIMELINES}
            value={undefined}
            onValueChange={setTimeline}
            placeholder="Choose one"
          />
        )}
      </Field>
      <Field label="Timeline">
        {(control) => (
          <Select
            {...control}
            options={TIMELINES}
            value={timeline}
            onValueChange={setTimeline}
            placeholder="Choose one"
          />
        )}
      </Field>
      <Field label="Describe your project" optional>
        {(control) => <TextArea {...control} placeholder="Size, place, date, and what it is for" />}
      </Field>
      <div className="grid content-start gap-4">
        <Field label="Starting price" labelHidden>
          {(control) => <TextInput {...control} prefix="$" inputMode="decimal" />}
        </Field>
        {['Public', 'Featured'].map((name) => (
          <p
            key={name}
            className="flex items-center justify-between text-14 font-semibold text-ink"
          >
            {name} <Switch aria-label={name} defaultChecked={name === 'Public'} />
          </p>
        ))}
        <SearchInput
          label="Search"
          placeholder="Search creative work..."
          value={search}
          onValueChange={setSearch}
        />
      </div>
    </div>
  )
}

function TabsAndFilters() {
  const [filter, setFilter] = useState('All')
  return (
    <>
      <Tabs defaultValue="Portfolios">
        <TabList label="Screens">
          <Tab value="Portfolios">Portfolios</Tab>
          <Tab value="For You">For You</Tab>
          <Tab value="Notifications">
            Notifications <CountDot value={3} label="3 unread" />
          </Tab>
        </TabList>
        <TabPanel value="Portfolios" className="pt-3 text-14">
          Works
        </TabPanel>
        <TabPanel value="For You" className="pt-3 text-14">
          Posts
        </TabPanel>
        <TabPanel value="Notifications" className="pt-3 text-14">
          News
        </TabPanel>
      </Tabs>
      <div className="mt-3 flex">
        {['All', 'Photography', 'Crafting'].map((name) => (
          <FilterTab key={name} active={filter === name} onClick={() => setFilter(name)}>
            {name}
          </FilterTab>
        ))}
      </div>
    </>
  )
}

const Counts = () => (
  <>
    <p className="tnum flex gap-7 text-16 font-semibold text-ink">
      <span className="flex items-center gap-2">
        <Heart size={20} className="fill-accent-text text-accent-text" aria-hidden /> 1,205
      </span>
      <span className="flex items-center gap-2">
        <Bookmark size={20} aria-hidden /> 388
      </span>
      <span className="flex items-center gap-2">
        <MessageCircle size={20} aria-hidden /> 86
      </span>
      <span className="flex items-center gap-2">
        <Eye size={20} aria-hidden /> 22.5k
      </span>
    </p>
    <p className="tnum mt-4 flex items-baseline gap-9">
      <span className="text-[3.25rem] leading-none text-ink display">$450</span>
      <span className="font-semibold text-ink">From $450</span>
      <span className="text-14 text-ink-3">50% deposit required to start project</span>
    </p>
  </>
)

const Shapes = () => (
  <div className="grid gap-10 *:min-w-0">
    <LedgeSkeleton />
    <WallSkeleton count={5} />
    <div className="flex items-end gap-8">
      <Skeleton className="h-45 w-48" />
      <div className="w-57">
        <Skeleton className="mx-7 h-44" />
        <Plinth className="h-28 px-4 py-3">
          <p className="work-title text-16 text-ink">Moon Jar</p>
          <p className="text-14 text-ink-2">Marit Solheim</p>
          <p className="text-14 text-ink-3">Crafting</p>
        </Plinth>
      </div>
    </div>
  </div>
)

function Raised() {
  const [confirming, setConfirming] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setConfirming(true)}>Delete Rosa Lindholm</Button>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Menu trigger={<Button>Menu</Button>}>
        <MenuItem>Edit</MenuItem>
        <MenuLine />
        <MenuItem tone="danger">Take down</MenuItem>
      </Menu>
      <Button
        onClick={() =>
          toast({
            title: 'Payment Successful',
            description: 'Your project request has been sent to the creator!',
          })
        }
      >
        Success
      </Button>
      <Button
        onClick={() =>
          toast({
            title: 'Error',
            description: 'Failed to send reply. Please try again.',
            variant: 'destructive',
            action: { label: 'Try again', onClick: () => toast({ title: 'Reply Sent' }) },
          })
        }
      >
        Failure
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Delete Rosa Lindholm?"
        description="The account, 4 comments and 11 saves go with it. This action cannot be undone."
        keep="Keep account"
        confirm="Delete account"
        onConfirm={() => setConfirming(false)}
      />
      <Dialog open={open} onOpenChange={setOpen} title="Upload work">
        <Field label="Title" className="mt-5">
          {(control) => <TextInput {...control} />}
        </Field>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Publish
          </Button>
        </DialogFooter>
      </Dialog>
    </div>
  )
}
