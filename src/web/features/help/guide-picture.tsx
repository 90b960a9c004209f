import { Box } from '@mantine/core';
import { PICTURE_SIZE, PICTURES, type Picture } from './guides/pictures.ts';
import { pictureUrl } from './picture-urls.ts';

export function GuidePicture({ picture }: { picture: Picture }) {
  const url = pictureUrl(picture);
  if (!url) return null;
  return (
    <Box
      component="img"
      src={url}
      alt={PICTURES[picture]}
      {...PICTURE_SIZE}
      w="min(100%, 18rem)"
      h="auto"
      mt="xs"
      display="block"
      loading="lazy"
      bd="1px solid var(--line)"
    />
  );
}
