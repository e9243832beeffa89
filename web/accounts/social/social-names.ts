import { IconBrandAppleFilled, IconBrandFacebookFilled } from '@tabler/icons-react'

export const socialTitles = { facebook: 'Facebook', apple: 'Apple' } as const
export const socialIcons = { facebook: IconBrandFacebookFilled, apple: IconBrandAppleFilled } as const
