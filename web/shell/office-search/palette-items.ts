import type { Me } from '@remis/domain/accounts/accounts-api'
import {
  IconAdjustments,
  IconCalendarX,
  IconCar,
  IconDiscount2,
  IconHome,
  IconListDetails,
  IconPlus,
  IconUserCircle,
  IconUserPlus,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { officePages } from '../../office-pages.tsx'
import { paths } from '../../paths.ts'
import { appInfoGroups, groupsIn, settingGroups } from '../../settings/setting-groups.ts'

export const paletteGroups = ['recent', 'actions', 'screens', 'settings', 'people', 'bookings'] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** Something the palette opens or does. */
export interface PaletteItem {
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  /** where it is, or who it is */
  readonly hint: string
  readonly Icon: Icon
  /** an address of the app, or what to do */
  readonly target: string | (() => void)
}

type Role = Me['usertype']

const screens = (t: TFunction, role: Role): PaletteItem[] => {
  const others = [
    { to: paths.bookings(), label: t('bookings'), Icon: IconListDetails },
    { to: paths.home(), label: t('home'), Icon: IconHome },
    { to: paths.profile(), label: t('title_profile'), Icon: IconUserCircle },
    { to: paths.security(), label: t('security_title'), Icon: IconUserCircle },
  ]
  const tables = officePages
    .filter(({ permit }) => permit.includes(role))
    .map(({ path, title, Icon }) => ({ to: path as string, label: t(`title_${title}`), Icon }))
  return [...tables, ...others].map(({ to, label, Icon }) => ({
    id: `screen ${to}`,
    group: 'screens',
    label,
    hint: '',
    Icon,
    target: to,
  }))
}

const settings = (t: TFunction, appcat: 'taxi' | 'delivery'): PaletteItem[] => {
  const fieldsOf = (page: string, groups: ReturnType<typeof groupsIn>): PaletteItem[] =>
    groups.flatMap(({ id, fields }) =>
      fields.map(({ name }): PaletteItem => ({
        id: `setting ${name}`,
        group: 'settings',
        label: t(`set_${name}`),
        hint: t(`settings_group_${id as 'general'}`),
        Icon: IconAdjustments,
        target: paths.setting(page, id, name),
      })),
    )
  return [
    ...fieldsOf(paths.settings(), groupsIn(settingGroups, appcat)),
    ...fieldsOf(paths.appInfo(), groupsIn(appInfoGroups, appcat)),
  ]
}

const adding = (t: TFunction, role: Role): PaletteItem[] => {
  const forAdmins = [
    { to: paths.addBookings(), label: t('palette_book'), Icon: IconPlus },
    { to: paths.adding(paths.riders()), label: t('palette_add_rider'), Icon: IconUserPlus },
    { to: paths.adding(paths.fleetAdmins()), label: t('palette_add_fleet'), Icon: IconUserPlus },
    { to: paths.adding('/promos'), label: t('palette_add_promo'), Icon: IconDiscount2 },
    { to: paths.adding('/cartypes'), label: t('palette_add_car_type'), Icon: IconCar },
    { to: paths.adding('/cancelreasons'), label: t('palette_add_reason'), Icon: IconCalendarX },
    { to: '/addtowallet', label: t('palette_credit'), Icon: IconWallet },
  ]
  const both = [{ to: paths.adding(paths.drivers()), label: t('palette_add_driver'), Icon: IconUserPlus }]
  return [...(role === 'admin' ? forAdmins : []), ...both].map(({ to, label, Icon }) => ({
    id: `action ${to}`,
    group: 'actions',
    label,
    hint: '',
    Icon,
    target: to,
  }))
}

/** What the palette knows without the server: what this role may open, and settings for admins. */
export const itemsOf = (t: TFunction, role: Role, appcat: 'taxi' | 'delivery'): readonly PaletteItem[] => [
  ...adding(t, role),
  ...screens(t, role),
  ...(role === 'admin' ? settings(t, appcat) : []),
]
