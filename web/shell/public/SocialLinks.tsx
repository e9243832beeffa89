import { IconBrandFacebook, IconBrandInstagram, IconBrandX } from '@tabler/icons-react'
import { useSettings } from '../../platform/api/settings.ts'
import { profileLink } from '../../platform/outside-link.ts'
import classes from '../controls.module.css'

const sites = [
  { field: 'FacebookHandle', name: 'Facebook', base: 'https://www.facebook.com/', Icon: IconBrandFacebook },
  { field: 'TwitterHandle', name: 'Twitter', base: 'https://x.com/', Icon: IconBrandX },
  { field: 'InstagramHandle', name: 'Instagram', base: 'https://www.instagram.com/', Icon: IconBrandInstagram },
] as const

/** [landing-4] */
export const SocialLinks = () => {
  const settings = useSettings()
  const shown = sites.filter(({ field }) => (settings?.[field] ?? '').trim() !== '')
  return shown.map(({ field, name, base, Icon }) => (
    <a
      key={field}
      className={classes.icon}
      href={profileLink(base, settings?.[field] ?? '')}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={name}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </a>
  ))
}
