// Creates the two files beside `extension/` that make a .vsix of the zip of an extension.
import { extname } from 'node:path';

const escape = text =>
  text.replace(/[&<>"]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);
const types = {
  '.json': 'application/json',
  '.cjs': 'application/octet-stream',
  '.js': 'application/javascript',
  '.css': 'text/css',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.vsixmanifest': 'text/xml',
};

/**
 * @param {string[]} names the names of the files in the zip
 * @throws for an unknown type of file
 */
export function contentTypes(names) {
  const extensions = [...new Set(names.map(name => extname(name)))].sort();
  const defaults = extensions.map(extension => {
    if (!types[extension]) throw new Error(`no content type is known for the file extension "${extension}"`);
    return `<Default Extension="${extension}" ContentType="${types[extension]}"/>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}</Types>
`;
}

/** @param {object} manifest the package.json of the extension */
export function vsixManifest(manifest) {
  const {
    name,
    publisher,
    version,
    displayName,
    description,
    keywords,
    categories,
    engines,
    extensionKind,
    galleryBanner,
    icon,
    repository,
  } = manifest;
  const properties = {
    'Microsoft.VisualStudio.Code.Engine': engines.vscode,
    'Microsoft.VisualStudio.Code.ExtensionDependencies': '',
    'Microsoft.VisualStudio.Code.ExtensionPack': '',
    'Microsoft.VisualStudio.Code.ExtensionKind': extensionKind.join(','),
    'Microsoft.VisualStudio.Code.LocalizedLanguages': '',
    'Microsoft.VisualStudio.Code.EnabledApiProposals': '',
    'Microsoft.VisualStudio.Code.ExecutesCode': 'true',
    'Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown': 'true',
    'Microsoft.VisualStudio.Services.Content.Pricing': 'Free',
    'Microsoft.VisualStudio.Services.Branding.Color': galleryBanner.color,
    'Microsoft.VisualStudio.Services.Branding.Theme': galleryBanner.theme,
    ...(repository && { 'Microsoft.VisualStudio.Services.Links.Source': repository.url }),
  };
  const assets = {
    'Microsoft.VisualStudio.Code.Manifest': 'package.json',
    'Microsoft.VisualStudio.Services.Content.Details': 'README.md',
    'Microsoft.VisualStudio.Services.Content.Changelog': 'CHANGELOG.md',
    'Microsoft.VisualStudio.Services.Content.License': 'LICENSE.txt',
    'Microsoft.VisualStudio.Services.Icons.Default': icon,
  };
  const schema = 'http://schemas.microsoft.com/developer/vsx-schema';
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="${schema}/2011" xmlns:d="${schema}-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escape(name)}" Version="${escape(version)}" Publisher="${escape(publisher)}"/>
    <DisplayName>${escape(displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(description)}</Description>
    <Tags>${escape(keywords.join(','))}</Tags>
    <Categories>${escape(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escape(icon)}</Icon>
    <Properties>
${Object.entries(properties)
  .map(([id, value]) => `      <Property Id="${id}" Value="${escape(value)}"/>`)
  .join('\n')}
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
${Object.entries(assets)
  .map(([type, path]) => `    <Asset Type="${type}" Path="extension/${escape(path)}" Addressable="true"/>`)
  .join('\n')}
  </Assets>
</PackageManifest>
`;
}
