import type { Role } from '@remis/domain/kit/endpoint'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { IconDiscount2, IconReceipt2, IconReportMoney, IconShieldLock, type Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'

interface OfficePage {
  readonly path: `/${string}`
  /** the text `title_<title>` is the name of the window and of the link */
  readonly title: NonNullable<StaticDataRouteOption['title']>
  readonly Icon: Icon
  readonly permit: readonly Role[]
  readonly load: () => Promise<ComponentType>
}

/** The tables of the back office with their addresses and links, in the order of the links [design/web-60]. */
export const officePages: readonly OfficePage[] = [
  {
    path: '/promos',
    title: 'promos',
    Icon: IconDiscount2,
    permit: ['admin'],
    load: async () => (await import('./promos/PromosPage.tsx')).PromosPage,
  },
  {
    path: '/payments',
    title: 'reviews',
    Icon: IconReportMoney,
    permit: ['admin'],
    load: async () => (await import('./payments/ReviewsPage.tsx')).ReviewsPage,
  },
  {
    path: '/debts',
    title: 'debts',
    Icon: IconReceipt2,
    permit: ['admin'],
    load: async () => (await import('./wallet/DebtsPage.tsx')).DebtsPage,
  },
  {
    path: '/security-events',
    title: 'security',
    Icon: IconShieldLock,
    permit: ['admin'],
    load: async () => (await import('./backoffice/SecurityEventsPage.tsx')).SecurityEventsPage,
  },
]
