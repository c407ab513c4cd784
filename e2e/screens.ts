import { expect, type Page } from '@playwright/test'
import { call, plinthUrl, signInAs } from './people.ts'

type Name = Parameters<typeof signInAs>[1]

interface Screen {
  name: string
  /** Nobody for a visitor. */
  person?: Name
  path: string | ((page: Page) => Promise<string>)
}

const firstId = async (page: Page, path: string): Promise<string> =>
  (await call<{ id: string }[]>(page, 'GET', path))[0]?.id ?? ''
const windowsill = (page: Page) => firstId(page, '/api/portfolios?search=windowsill')

/** The main screens, each as somebody of the demo world who has something to see there. */
export const MAIN_SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'explore', path: '/explore' },
  { name: 'work', person: 'Dana', path: async (page) => `/portfolio/${await windowsill(page)}` },
  { name: 'profile', person: 'Dana', path: '/@marit' },
  { name: 'portfolios', person: 'Dana', path: '/' },
  { name: 'for-you', person: 'Dana', path: '/for-you' },
  { name: 'home', person: 'Marit', path: '/?view=profile' },
  { name: 'notifications', person: 'Marit', path: '/?view=notifications' },
  {
    name: 'messages',
    person: 'Dana',
    path: async (page) => `/messages/${await firstId(page, '/api/conversations')}`,
  },
  {
    name: 'project-room',
    person: 'Dana',
    path: async (page) => `/projects/${await firstId(page, '/api/projects')}`,
  },
  { name: 'hire', person: 'Ben', path: async (page) => `/?hire=${await windowsill(page)}` },
  { name: 'settings', person: 'Marit', path: '/settings' },
  { name: 'analytics', person: 'Marit', path: '/analytics' },
  { name: 'admin', person: 'Leila', path: '/admin' },
]

/** Opens one of the main screens and waits until it has loaded. */
export async function openScreen(page: Page, name: string): Promise<void> {
  const screen = MAIN_SCREENS.find((one) => one.name === name)
  if (!screen) throw new Error(`There is no main screen ${name}.`)
  const { person, path } = screen
  if (person) await signInAs(page, person)
  await page.goto(plinthUrl() + (typeof path === 'string' ? path : await path(page)))
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
