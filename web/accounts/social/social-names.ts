import { IconBrandAppleFilled, IconBrandFacebookFilled } from '@tabler/icons-react'

export const socialIcons = { facebook: IconBrandFacebookFilled, apple: IconBrandAppleFilled } as const
