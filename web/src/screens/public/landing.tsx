import { useQuery } from '@tanstack/react-query'
import { Categories } from '../../features/landing/categories.tsx'
import { Features } from '../../features/landing/features.tsx'
import { Hero } from '../../features/landing/hero.tsx'
import { landingCategoriesQuery, landingQuery } from '../../features/landing/landing-api.ts'
import { Pricing } from '../../features/landing/pricing.tsx'
import { VisitorBar, VisitorFooter } from '../../features/navigation/visitor-bar.tsx'

/** The landing page at `/`. It uses plain links, so that it works before any script has loaded. */
export function LandingScreen() {
  const landing = useQuery(landingQuery).data
  const categories = useQuery(landingCategoriesQuery).data ?? []
  if (!landing) return null
  return (
    <div className="lamp-lit">
      <VisitorBar join="secondary" />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero works={landing.skyline} />
        <Categories doors={landing.doors} categories={categories} />
        <Features showcase={landing.showcase} maker={landing.maker} discover={landing.discover} />
        <Pricing />
      </main>
      <VisitorFooter />
    </div>
  )
}
