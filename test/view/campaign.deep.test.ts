// The page of `usda view` at full size: 50 MB of text, hostile names in every panel, damaged assets, hundreds of edits

import "./campaign.test.ts";
